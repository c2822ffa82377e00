// Whoever returns early does not come here.
static int row[3];

static int at(int x)
{
    if (x < 0 || x > 2) // branch: safe, safe
        return -1;
    row[x] = 1; // write: safe
    return x;
}

int main(int argc, char **argv)
{
    (void)argv;
    return at(argc - 2);
}
