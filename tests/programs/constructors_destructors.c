// Constructors run before main in order of priority, atexit handlers in reverse, destructors last.
// expect-paths: 2
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

static int order;

__attribute__((constructor(101))) static void first(void) { order = order * 10 + 1; }
__attribute__((constructor(102))) static void second(void) { order = order * 10 + 2; }
__attribute__((destructor)) static void last(void) { assert(order == 12354); }

static void early(void) { order = order * 10 + 4; }
static void late(void) { order = order * 10 + 5; }

int main(void) {
  assert(order == 12);
  order = order * 10 + 3;
  atexit(early);
  atexit(late);
  if (klee_int("how")) exit(0);
  return 0;
}
