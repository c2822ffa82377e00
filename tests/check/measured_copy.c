// A loop that copies a text makes as many rounds as the text has characters: that is measured, and then a check before the loop counts.
#include <string.h>

static char kept[16];
static char cut[16];

static void keep(const char *text)
{
    if (strlen(text) >= sizeof kept)
        return;
    int at = 0;
    for (; text[at] != '\0'; at++)
        kept[at] = text[at]; // write: safe
    kept[at] = '\0'; // write: safe
}

static void keep_too_much(const char *text)
{
    int at = 0;
    while (text[at] != '\0') {
        cut[at] = text[at]; // write: vulnerable
        at++;
    }
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 1;
    keep(argv[1]);
    keep_too_much(argv[2]);
    return kept[0] + cut[0];
}
