// A text is copied into memory without room for its end.
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    if (argc < 2)
        return 1;
    char *copy = malloc(strlen(argv[1]));
    strcpy(copy, argv[1]); // write: vulnerable
    char *good = malloc(strlen(argv[1]) + 1);
    strcpy(good, argv[1]); // write: safe
    return copy[0] + good[0];
}
