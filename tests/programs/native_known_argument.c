// An argument that the path allows only one value for is passed without a loss, though it is an expression.
// native-lib: library.c
#include <assert.h>
#include <klee/klee.h>

int native_square(int);

int main(void) {
  int x = klee_range(0, 100, "x");
  if (x * 2 == 14)
    assert(native_square(x) == 49);
  return 0;
}
