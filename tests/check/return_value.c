// The index is what a callee returns.
static int clamp(int x)
{
    if (x < 0) // branch: safe
        return 0;
    if (x > 9) // branch: safe
        return 9;
    return x;
}

int main(int argc, char **argv)
{
    int table[10];
    (void)argv;
    table[clamp(argc - 5)] = 1; // write: safe
    return 0;
}
