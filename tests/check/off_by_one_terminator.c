// The terminator goes behind the last byte.
int main(int argc, char **argv)
{
    char text[10];
    int n = argc & 15;
    (void)argv;
    if (n > 10)
        n = 10;
    text[n] = 0; // write: vulnerable
    return text[0];
}
