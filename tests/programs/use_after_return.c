// Uses a pointer to a local variable of a function that has returned.
// expect-paths: 1
#include <klee/klee.h>

static int global;
static int *kept;

static void keep(int local_too) {
  int local = 7;
  kept = local_too ? &local : &global;
}

int main(void) {
  keep(klee_int("local_too"));
  *kept = 1; // bug: use-after-free
  return 0;
}
