// A shift bounds an index.
static char low[16];

int main(int argc, char **argv)
{
    unsigned char c = (unsigned char)argc;
    (void)argv;
    low[c >> 4] = 1; // write: safe
    low[c >> 3] = 1; // write: vulnerable
    return low[0];
}
