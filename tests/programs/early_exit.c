// Ends the program from deep inside with different statuses.
// expect-paths: 3
#include <klee/klee.h>
#include <stdlib.h>
#include <unistd.h>

static void check(int x) {
  if (x < 0) exit(3);
  if (x > 100) _exit(4);
}

int main(void) {
  check(klee_int("x"));
  return 0;
}
