// A byte of a number is overwritten, at a place that the input decides.
static union { int number; unsigned char bytes[4]; } index, small;
static char text[16];

int main(int argc, char **argv)
{
    index.number = 3;
    index.bytes[argc & 3] = 9; // write: safe
    small.number = 3;
    small.bytes[argc & 3] = 0; // write: safe
    text[small.number & 15] = 1; // write: safe
    text[index.number] = argv[0] != 0; // write: vulnerable
    return text[3];
}
