// Bit-fields: packing, truncation on assignment, sign, and neighbours that must not change.
// expect-paths: 1
#include <assert.h>
#include <klee/klee.h>

struct flags {
  unsigned a : 3;
  unsigned b : 7;
  int c : 5;
  unsigned : 0;
  unsigned long d : 40;
  _Bool e : 1;
};

int main(void) {
  unsigned x;
  klee_make_symbolic(&x, sizeof x, "x");
  struct flags f = {0};
  f.b = 0x55;
  f.d = 0xabcdef1234;
  f.a = x;
  f.c = (int)(x & 31);
  f.e = (x & 1) != 0;
  assert(f.a == (x & 7));
  assert(f.b == 0x55 && f.d == 0xabcdef1234);
  assert((f.c < 0) == ((x & 16) != 0));
  assert(f.e == (x & 1));
  return 0;
}
