// Shifts by a difference that may be negative.
// expect-paths: 1
#include <klee/klee.h>

int main(void) {
  int have = klee_range(0, 20, "have"), want = klee_range(0, 20, "want");
  unsigned long buffer = 0x1234567890abcdef;
  return (int)(buffer >> (have - want)); // bug: shift-out-of-range
}
