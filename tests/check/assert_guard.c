// An assertion guards the access.
#include <assert.h>

int main(int argc, char **argv)
{
    int table[6];
    (void)argv;
    assert(argc < 6 && argc >= 0);
    table[argc] = 1; // write: safe
    return 0;
}
