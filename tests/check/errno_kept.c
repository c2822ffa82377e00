// What a library function returns a pointer to is there; what the system answers is input.
#include <errno.h>
#include <unistd.h>

static char row[4];

int main(void)
{
    errno = 0; // write: safe
    if (close(7) < 0) // branch: safe
        row[3] = 1;
    if (isatty(0) > 1) // branch: infeasible
        row[0] = 2;
    return row[0];
}
