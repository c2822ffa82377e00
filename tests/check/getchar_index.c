// A character as an index: the end of file is -1.
#include <stdio.h>

static int counts[256];

int main(void)
{
    int c = getchar();
    counts[c] = 1; // write: vulnerable
    if (c != EOF)
        counts[c] = 2; // write: safe
    return 0;
}
