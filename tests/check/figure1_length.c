// The paper's first figure in spirit: a loop that skips blanks and a library call decide whether a copy fits.
#include <string.h>

static char out[16];

static void copy(const char *text)
{
    if (strlen(text) < sizeof out)
        strcpy(out, text); // write: safe
}

int main(int argc, char **argv)
{
    if (argc > 1)
        copy(argv[1]);
    return out[0];
}
