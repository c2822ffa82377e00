// A mask bounds an index.
static int ring[16];

int main(int argc, char **argv)
{
    unsigned at = (unsigned)argc * 7;
    (void)argv;
    ring[at & 15] = 1; // write: safe
    ring[at & 31] = 2; // write: vulnerable
    return ring[0];
}
