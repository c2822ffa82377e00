// The paper's figure 9: a loop with library calls that leaves the length of the text as it is.
#include <ctype.h>
#include <string.h>

int main(int argc, char **argv)
{
    char name[32];
    if (argc < 2 || strlen(argv[1]) >= sizeof name)
        return 1;
    strcpy(name, argv[1]); // write: safe
    for (char *p = name; *p != '\0'; p++)
        if (isascii((int)*p) && isupper((int)*p))
            *p = (char)tolower(*p); // write: unknown
    return name[0];
}
