// The limit is cut to the size.
int main(int argc, char **argv)
{
    char row[16];
    int n = argc * 5;
    (void)argv;
    if (n > 16)
        n = 16;
    for (int i = 0; i < n; i++)
        row[i] = 0; // write: safe
    return 0;
}
