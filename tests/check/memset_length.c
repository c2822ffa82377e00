// Lengths of fills.
#include <string.h>

int main(int argc, char **argv)
{
    char row[32];
    (void)argv;
    memset(row, 0, sizeof row); // write: safe
    if (argc >= 0 && argc <= 32)
        memset(row, 1, argc); // write: safe
    if (argc >= 0 && argc <= 33)
        memset(row, 2, argc); // write: vulnerable
    return row[0];
}
