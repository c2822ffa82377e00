// The same condition twice: the second time it is decided.
int main(int argc, char **argv)
{
    char text[4];
    int n = 9;
    (void)argv;
    if (argc > 2) // branch: safe
        n = 2;
    if (argc > 2) // branch: safe
        text[n] = 1; // write: safe
    return 0;
}
