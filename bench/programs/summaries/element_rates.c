// The basic rates of an element have their highest bit set; they are collected.
// has: writes
#include "harness.h"

int main(void) {
  unsigned char element[2 * SIZE];
  klee_make_symbolic(element, sizeof element, "element");
  unsigned char rates[SIZE];
  unsigned basic = 0;
  for (unsigned at = 0; at < sizeof element; at++) {
    if (!(element[at] & 0x80)) continue;
    if (EITHER(0, basic == SIZE)) break;
    rates[basic++] = element[at] & 0x7f; // BUG
  }
  return 0;
}
