/* The name the program was started under. The start code may set it; until then it is a fixed one. */
#include <errno.h>

char *__progname_full = (char *)"program", *__progname = (char *)"program";
extern char *program_invocation_name __attribute__((alias("__progname_full")));
extern char *program_invocation_short_name __attribute__((alias("__progname")));
