// Static variables keep their values between calls and are separate per function.
// expect-paths: 3
#include <assert.h>
#include <klee/klee.h>

static int next(void) {
  static int counter = 5;
  return counter++;
}
static int other(void) {
  static int counter;
  return --counter;
}

int main(void) {
  int calls = klee_range(0, 3, "calls");
  for (int i = 0; i < calls; i++) next();
  assert(next() == 5 + calls);
  assert(other() == -1 && other() == -2);
  return 0;
}
