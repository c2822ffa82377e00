// What depends on the system, the clock or the user is no function of arguments: a constant seen in the sandbox is no model.
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    char seen[16];
    seen[getpid() & 15] = 1; // write: safe
    if (access(argv[0], 0) == 0)
        seen[0] = 2;
    long moment = time(NULL);
    if (moment == 7)
        seen[argc] = 3; // write: unknown
    return seen[1];
}
