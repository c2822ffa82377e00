// Functions whose result no table tells are run: what they give is known as far as that told.
#include <ctype.h>
#include <string.h>

static int by_letter(const char *text)
{
    char seen[128];
    unsigned char first = (unsigned char)text[0];
    if (first >= 128)
        return 0;
    seen[toupper(first)] = 1; // write: safe
    return seen[65];
}

static int by_limit(const char *text)
{
    char seen[8];
    if (strlen(text) > 100)
        return 0;
    seen[strnlen(text, 7)] = 1; // write: safe
    return seen[1];
}

static int by_digits(const char *text)
{
    char seen[16];
    if (strlen(text) >= sizeof seen)
        return 0;
    seen[strspn(text, "0123456789")] = 1; // write: safe
    return seen[1];
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 1;
    return by_letter(argv[1]) + by_limit(argv[1]) + by_digits(argv[2]);
}
