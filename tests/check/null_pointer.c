// A pointer that is NULL on one path.
int main(int argc, char **argv)
{
    static int cell;
    int *p = 0;
    (void)argv;
    if (argc > 1)
        p = &cell;
    *p = 1; // write: vulnerable
    if (p)
        *p = 2; // write: safe
    return cell;
}
