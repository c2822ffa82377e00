// The same with pointers that move.
#include <string.h>

static char kept[16];

int main(int argc, char **argv)
{
    if (argc < 2 || strlen(argv[1]) > sizeof kept)
        return 1;
    const char *from = argv[1];
    char *to = kept;
    while (*from)
        *to++ = *from++; // write: safe
    *to = '\0'; // write: vulnerable
    return kept[0];
}
