/* An attack happens only in native runs, before a bug that is to be confirmed all the same. OUTSIDE is a directory that is not the program's,
 * with a file `canary`; PORT is where somebody listens, and VICTIM a process. */
#define _GNU_SOURCE
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void attack(void);

int main(void) {
  char bytes[4];
  unsigned at;
  klee_make_symbolic(&at, sizeof at, "at");
  if (at > 4) return 0;
  if (klee_is_replay()) {
    attack();
    fflush(NULL);
  }
  bytes[at] = 1; /* THE BUG */
  return bytes[at] != 1;
}
