// One below zero is very large.
#include <stddef.h>

int main(int argc, char **argv)
{
    static char text[16];
    size_t n = (size_t)(argc & 15);
    (void)argv;
    text[n] = 1; // write: safe
    text[n - 1] = 0; // write: vulnerable
    return text[0];
}
