// Uses a pointer to a local variable while its function is active, and a global one later.
// expect-paths: 2
#include <klee/klee.h>

static int global;
static int *kept;

static void keep(int local_too) {
  int local = 7;
  kept = local_too ? &local : &global;
  *kept = 1;
  kept = &global;
}

int main(void) {
  keep(klee_int("local_too"));
  *kept = 1;
  return 0;
}
