// Constant text must not be written.
int main(int argc, char **argv)
{
    char *text = "constant";
    char own[] = "variable"; // write: safe
    (void)argv;
    if (argc > 1)
        text = own;
    text[0] = 'x'; // write: vulnerable
    own[1] = 'y';
    return own[0];
}
