// Thread-local variables of the one thread: initialised, zero, and static in a function.
// expect-paths: 1
#include <assert.h>
#include <klee/klee.h>

static _Thread_local int initialised = 40;
static _Thread_local int zero[4];

static int next(void) {
  static _Thread_local int counter = 10;
  return counter++;
}

int main(void) {
  int i = klee_range(0, 4, "i");
  initialised += 2;
  zero[i] = initialised;
  assert(zero[i] == 42);
  assert(next() == 10 && next() == 11);
  return 0;
}
