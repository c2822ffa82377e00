// A terminator at a known place bounds a text.
#include <string.h>

static char from[64];

int main(int argc, char **argv)
{
    char to[8];
    if (argc > 1 && strlen(argv[1]) < 64)
        strcpy(from, argv[1]); // write: safe
    from[7] = 0;
    strcpy(to, from); // write: safe
    return to[0];
}
