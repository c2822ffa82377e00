// Shifts by the width of the type.
// expect-paths: 1
#include <klee/klee.h>

int main(void) {
  int bits = klee_range(0, 33, "bits");
  unsigned mask = 1u << bits; // bug: shift-out-of-range
  return mask == 8;
}
