// The size of an array wraps around 2^64; what is left of it must not be taken for its size.
// expect-paths: 1
#include <klee/klee.h>
#include <stddef.h>

int main(void) {
  size_t n = (size_t)1 << 62;
  if (klee_int("x") != 5) return 0;
  int array[n]; // bug: stack-overflow // native: silent (natively it does wrap)
  array[0] = 1;
  return array[0];
}
