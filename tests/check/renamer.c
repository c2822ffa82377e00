// Names of files become names in small letters. Every buffer has room for 2,047 characters, and nothing looks at how long a name is: seven
// buffers are too small for some argument, most of them behind a loop that copies. What a directory holds is never longer than 255.
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <string.h>

enum { ROOM = 2048 };

static char target[ROOM];
static char directory[ROOM];
static char path[ROOM];

static void lower(const char *original)
{
    char made[ROOM];
    unsigned at = 0;
    while (original[at]) {
        made[at] = (char)(original[at] | 32); // write: vulnerable
        at++;
    }
    made[at] = 0; // write: vulnerable
    printf("%s\n", made);
}

static void keep(const char *original)
{
    char kept[ROOM];
    char *to = kept;
    while (*original)
        *to++ = *original++; // write: vulnerable
    *to = 0; // write: vulnerable
    printf("%s\n", kept);
}

static void one_entry(const char *name)
{
    char made[ROOM];
    unsigned at;
    for (at = 0; name[at]; at++)
        made[at] = (char)tolower(name[at]); // write: unknown
    made[at] = 0; // write: unknown
    printf("%s\n", made);
}

static void in_directory(const char *name)
{
    DIR *all;
    strcpy(directory, name); // write: vulnerable
    all = opendir(directory);
    if (!all)
        return;
    for (struct dirent *one = readdir(all); one; one = readdir(all)) {
        strcpy(path, directory); // write: safe
        strcat(path, one->d_name); // write: vulnerable?
        one_entry(one->d_name);
    }
}

int main(int argc, char **argv)
{
    switch (argc) {
    case 2:
        lower(argv[1]);
        break;
    case 3:
        keep(argv[1]);
        break;
    case 4:
        in_directory(argv[1]);
        break;
    case 5:
        strcpy(target, argv[1]); // write: vulnerable
        break;
    }
    return 0;
}
