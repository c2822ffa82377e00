// A signed comparison that lets negative numbers pass.
int main(int argc, char **argv)
{
    static int table[8];
    int at = argc - 3;
    (void)argv;
    if (at < 8)
        table[at] = 1; // write: vulnerable
    if (at >= 0 && at < 8)
        table[at] = 2; // write: safe
    return table[0];
}
