// Counting, reversing, rotating and choosing bits.
// expect-paths: 1
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  unsigned x;
  klee_make_symbolic(&x, sizeof x, "x");
  unsigned bit = 1u << (x & 31);
  assert(__builtin_popcount(bit) == 1);
  assert(__builtin_ctz(bit) + __builtin_clz(bit) == 31);
  assert(__builtin_bswap32(__builtin_bswap32(x)) == x);
  assert(__builtin_bitreverse32(__builtin_bitreverse32(x)) == x);
  assert(__builtin_rotateleft32(x, 8) == __builtin_rotateright32(x, 24));
  assert(__builtin_parity(x) == (__builtin_popcount(x) & 1));
  assert(__builtin_ffs((int)bit) == (int)(x & 31) + 1);
  assert(__builtin_expect(x == x, 1));
  return 0;
}
