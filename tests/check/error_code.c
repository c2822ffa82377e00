// A callee says with a code whether it set the index.
static int row[8];

static int parse(int x, int *out)
{
    if (x < 0 || x >= 8)
        return 0;
    *out = x; // write: safe
    return 1;
}

int main(int argc, char **argv)
{
    int at = 100;
    (void)argv;
    if (parse(argc, &at))
        row[at] = 1; // write: safe
    row[at] = 2; // write: vulnerable
    return 0;
}
