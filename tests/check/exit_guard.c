// A function that does not come back guards the access.
#include <stdlib.h>

static void check(int ok)
{
    if (!ok)
        exit(1);
}

int main(int argc, char **argv)
{
    int table[6];
    (void)argv;
    check(argc < 6 && argc >= 0);
    table[argc] = 1; // write: safe
    return 0;
}
