// Integers of 7 and 33 bits wrap, extend and compare by their own widths.
// expect-paths: 1
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  unsigned x;
  klee_make_symbolic(&x, sizeof x, "x");
  unsigned _BitInt(7) seven = (unsigned _BitInt(7))x;
  seven += 1;
  assert((unsigned)seven == ((x + 1) & 127));
  unsigned _BitInt(33) thirty_three = (unsigned _BitInt(33))x << 1;
  assert((unsigned long)thirty_three == (unsigned long)x * 2);
  _BitInt(7) negative = (_BitInt(7))(x & 127);
  assert(((int)negative < 0) == ((x & 64) != 0));
  unsigned _BitInt(127) wide = (unsigned _BitInt(127))x << 95;
  assert((unsigned)(wide >> 95) == x);
  return 0;
}
