// Calls a handler that was never registered.
// expect-paths: 2
#include <klee/klee.h>

static int one(void) { return 1; }
static int two(void) { return 2; }

static int (*handlers[3])(void) = {one, two};

int main(void) {
  int which = klee_range(0, 3, "which");
  return handlers[which](); // bug: null-dereference
}
