// A line of input, with its size and with a wrong one.
#include <stdio.h>

int main(void)
{
    char line[32];
    if (!fgets(line, sizeof line, stdin)) // write: safe
        return 1;
    if (!fgets(line, 64, stdin)) // write: vulnerable?
        return 1;
    return line[0];
}
