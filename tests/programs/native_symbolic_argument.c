// An argument that depends on input is fixed to one value for the call, and the report says so.
// native-lib: library.c
// expect-lost: concretised argument 1 of native_square at line 13
// expect-paths: 2
#include <assert.h>
#include <klee/klee.h>

int native_square(int);

int main(void) {
  int x = klee_range(0, 100, "x");
  if (x > 50)
    assert(native_square(x) == x * x);
  return 0;
}
