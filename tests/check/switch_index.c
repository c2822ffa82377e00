// A switch decides.
int main(int argc, char **argv)
{
    int table[3];
    int at;
    (void)argv;
    switch (argc) {
    case 1: at = 0; break;
    case 2: at = 1; break;
    case 7: at = 2; break;
    default: at = 3; break;
    }
    if (at < 3) // branch: safe
        table[at] = 1; // write: safe
    table[at] = 2; // write: vulnerable
    return 0;
}
