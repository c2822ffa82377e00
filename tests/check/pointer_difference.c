// What is left is the difference of two pointers.
#include <string.h>

static char buffer[64];

int main(int argc, char **argv)
{
    char *end = buffer + sizeof buffer;
    char *p = buffer;
    (void)argv;
    if (argc > 0 && argc < 64)
        p += argc;
    memset(p, 0, (size_t)(end - p)); // write: safe
    return buffer[0];
}
