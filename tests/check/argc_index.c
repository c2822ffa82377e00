// What the index is, the caller of the program decides.
int main(int argc, char **argv)
{
    char text[8];
    (void)argv;
    text[argc] = 0; // write: vulnerable
    if (argc >= 0 && argc < 8)
        text[argc] = 1; // write: safe
    return text[0];
}
