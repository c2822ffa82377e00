// Shifts by every amount up to the width less one, in every direction.
// expect-paths: 1
#include <klee/klee.h>

int main(void) {
  int bits = klee_range(0, 32, "bits");
  unsigned value = 0x80000001u;
  unsigned rotated = value << bits | value >> (31 - bits) >> 1;
  return (rotated == value) + ((int)value >> bits == -1);
}
