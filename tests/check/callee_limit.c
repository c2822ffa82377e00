// A callee writes where its callers say.
static int table[16];

static void set(int at, int value)
{
    table[at] = value; // write: safe
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 0 && argc < 16) // branch: safe, safe
        set(argc, 1);
    set(15, 2);
    return table[3];
}
