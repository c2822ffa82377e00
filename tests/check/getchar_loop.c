// Characters are kept without a limit, and with one.
#include <stdio.h>

int main(void)
{
    char line[8];
    int n = 0, c;
    while ((c = getchar()) != EOF && c != '\n')
        if (n < 7)
            line[n++] = (char)c; // write: safe
    line[n] = 0; // write: safe
    n = 0;
    while ((c = getchar()) != EOF && c != '\n')
        line[n++] = (char)c; // write: vulnerable
    return line[0];
}
