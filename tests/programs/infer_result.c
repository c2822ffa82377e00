// A function without a body is run on chosen inputs; what that told holds for all arguments, and closes nothing.
// native-lib: library.c
// flags: --unknowns infer --no-repository
// expect-lost: native_square(argument 1) gives argument 1*argument 1
// expect-lost: native_clamped(argument 1) gives
#include <assert.h>
#include <klee/klee.h>

int native_square(int);
int native_clamped(int);

int main(void) {
  int x = klee_range(-20000, 20000, "x");
  if (native_square(x) == 12321)
    assert(x == 111); // bug: assertion
  if (native_clamped(x) == 321)
    assert(x != 321); // bug: assertion
  return 0;
}
