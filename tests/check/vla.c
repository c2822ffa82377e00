// An array of variable length.
int main(int argc, char **argv)
{
    (void)argv;
    if (argc < 1 || argc > 50)
        return 1;
    int row[argc];
    row[argc - 1] = 1; // write: safe
    for (int i = 0; i < argc; i++)
        row[i] = i; // write: safe
    return 0;
}
