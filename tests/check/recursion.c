// A function that calls itself.
static int row[10];

static void down(int n)
{
    if (n < 0 || n >= 10)
        return;
    row[n] = n; // write: safe
    down(n - 1);
}

int main(int argc, char **argv)
{
    (void)argv;
    down(argc);
    return row[0];
}
