// Memory for so many elements of a size.
#include <stdlib.h>

int main(int argc, char **argv)
{
    (void)argv;
    if (argc < 1 || argc > 100)
        return 1;
    long *row = calloc((size_t)argc, sizeof *row);
    row[argc - 1] = 1; // write: safe
    row[argc] = 1; // write: vulnerable
    return 0;
}
