// The loop ends where something is found, or at the end.
static int row[16];

int main(int argc, char **argv)
{
    int at;
    (void)argv;
    for (at = 0; at < 16; at++)
        if (row[at] == argc)
            break;
    if (at < 16)
        row[at] = 1; // write: safe
    row[at] = 2; // write: vulnerable
    return row[0];
}
