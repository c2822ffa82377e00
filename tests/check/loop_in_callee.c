// The index is what a loop in a callee counts.
static int row[8];

static int count(int x)
{
    int n = 0;
    while (x > 0 && n < 7) {
        x >>= 1;
        n++;
    }
    return n;
}

int main(int argc, char **argv)
{
    (void)argv;
    row[count(argc)] = 1; // write: safe
    return row[0];
}
