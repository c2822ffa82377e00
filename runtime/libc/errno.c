/* errno of the one thread, under a name that the executor knows (klee_get_errno). */
#include <errno.h>

int __bowline_errno;

int *__errno_location(void) { return &__bowline_errno; }
