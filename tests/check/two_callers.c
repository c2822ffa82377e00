// One of two callers passes too much.
static char row[20];

static void put(unsigned at)
{
    row[at] = 1; // write: vulnerable
}

static void mark(unsigned at)
{
    row[at] = 2; // write: safe
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc < 20) {
        put(19);
        mark(3);
        mark(19);
    } else {
        mark(0);
    }
    put(20);
    return row[0];
}
