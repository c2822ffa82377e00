/* The environment of the program: empty unless the engine or the program fills it. */
#include <unistd.h>

static char *empty[] = {0};

char **environ = empty;
