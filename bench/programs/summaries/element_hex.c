// An information element as hexadecimal digits behind a leader: the check is for one of the two digits of a byte.
// has: writes
#include "harness.h"

int main(void) {
  unsigned char element[2 * SIZE];
  klee_make_symbolic(element, sizeof element, "element");
  char out[2 * SIZE];
  unsigned length = element[0] < SIZE ? element[0] : SIZE;
  unsigned used = 0;
  out[used++] = '=';
  for (unsigned at = 0; at < length && used + EITHER(0, 2) < sizeof out; at++) {
    out[used++] = "0123456789abcdef"[element[1 + at] >> 4];
    out[used++] = "0123456789abcdef"[element[1 + at] & 15]; // BUG
  }
  out[used] = 0;
  return 0;
}
