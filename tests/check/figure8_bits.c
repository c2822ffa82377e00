// The paper's figure 8: the index is one bit of a number, so it is 0 or 1 whatever the number.
static unsigned char colours[2];
static unsigned char source[64];

int main(int argc, char **argv)
{
    unsigned char bits = (unsigned char)argc;
    int i = 0;
    (void)argv;
    colours[1] = 255;
    for (int n = 7; n >= 0; n--)
        source[i++] = colours[bits >> n & 1]; // write: safe; read: safe
    return source[0];
}
