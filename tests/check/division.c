// A quotient is an index.
static char bits[32];

int main(int argc, char **argv)
{
    (void)argv;
    if (argc < 0 || argc >= 256)
        return 1;
    bits[argc / 8] |= 1 << argc % 8; // write: safe
    return bits[0];
}
