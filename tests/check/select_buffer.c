// One of two buffers of different sizes.
int main(int argc, char **argv)
{
    char small[4], large[8];
    char *to = argc > 1 ? large : small;
    int n = argc > 1 ? 7 : 3;
    (void)argv;
    to[n] = 1; // write: safe
    to[4] = 1; // write: vulnerable
    return 0;
}
