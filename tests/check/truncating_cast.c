// A large number becomes small on the way.
int main(int argc, char **argv)
{
    static char row[256];
    unsigned char at = (unsigned char)argc;
    (void)argv;
    row[at] = 1; // write: safe
    row[at + 1] = 2; // write: vulnerable
    return row[0];
}
