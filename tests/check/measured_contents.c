// Results that what a text holds decides: whoever writes the text chooses them.
#include <stdlib.h>
#include <string.h>

static int by_number(const char *text)
{
    char seen[16];
    seen[atoi(text)] = 1; // write: vulnerable
    return seen[1];
}

static int by_slash(const char *text)
{
    char seen[6];
    seen[strcspn(text, "/")] = 1; // write: vulnerable
    return seen[1];
}

static int by_base(const char *text)
{
    char seen[16];
    long at = strtol(text, NULL, 16);
    if (at < 0 || at > 15)
        return 0;
    seen[at] = 1; // write: safe
    return seen[1];
}

static int constant(void)
{
    char seen[16];
    seen[atoi("15")] = 1; // write: safe
    return seen[1];
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 1;
    return by_base(argv[1]) + constant() + by_slash(argv[1]) + by_number(argv[1]);
}
