// A pointer walks through an array.
#include <stddef.h>

static char line[64];

void fill(size_t n)
{
    char *p = line;
    char *end = line + 64;
    while (p < end)
        *p++ = ' '; // write: safe
    (void)n;
}

int main(void)
{
    fill(3);
    return line[0];
}
