// Memory of the size that the loop goes through.
#include <stdlib.h>

int main(int argc, char **argv)
{
    (void)argv;
    if (argc < 1 || argc > 1000)
        return 1;
    int *row = malloc(argc * sizeof(int));
    for (int i = 0; i < argc; i++)
        row[i] = i; // write: safe
    return 0;
}
