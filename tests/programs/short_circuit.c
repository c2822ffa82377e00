// && and || evaluate their right side only when needed.
// expect-paths: 4
#include <assert.h>
#include <klee/klee.h>

static int calls;
static int count(int result) {
  calls++;
  return result;
}

int main(void) {
  int a = klee_int("a"), b = klee_int("b");
  if (a > 0 && count(b > 0)) {
    assert(calls == 1);
    return 1;
  }
  if (a > 0 || count(0)) {
    assert(calls == 1);
    return 2;
  }
  assert(calls == 1);
  if (b > 0) return 3;
  return 4;
}
