// Each round calls what may end the program; the number of rounds is counted all the same.
#include <stdio.h>
#include <stdlib.h>

static unsigned char in[64];
static unsigned next, size;

static int fill(void)
{
    size = (unsigned)fread(in, 1, sizeof in, stdin); // write: safe
    if (size == 0)
        exit(1);
    next = 1;
    return in[0];
}

static int header(void)
{
    unsigned char text[16];
    for (unsigned n = 0; n <= sizeof text; n++)
        text[n] = (unsigned char)(next < size ? in[next++] : fill()); // write: vulnerable
    return text[0];
}

int main(void)
{
    return header();
}
