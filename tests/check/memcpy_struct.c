// A structure that is copied keeps the number in it.
#include <string.h>

struct pair { int at; int value; };
static int table[4];

int main(int argc, char **argv)
{
    struct pair a, b;
    (void)argv;
    a.at = argc & 3;
    a.value = 7;
    memcpy(&b, &a, sizeof b); // write: safe
    table[b.at] = b.value; // write: safe
    return table[0];
}
