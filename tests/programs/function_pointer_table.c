// Calls through a table of functions with an unknown index.
// expect-paths: 3
#include <assert.h>
#include <klee/klee.h>

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int multiply(int a, int b) { return a * b; }

int main(void) {
  int (*const operations[])(int, int) = {add, subtract, multiply};
  int which = klee_range(0, 3, "which");
  int result = operations[which](7, 3);
  assert(result == 10 || result == 4 || result == 21);
  return result;
}
