// Arithmetic with 128 bits: sums, products, shifts, division and comparison.
// expect-paths: 1
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>

typedef unsigned __int128 wide;

int main(void) {
  uint64_t x = (uint64_t)klee_range(1, 1000, "x") << 50;
  wide product = (wide)x * x;
  assert((uint64_t)product == 0);
  assert((uint64_t)(product >> 100) == (x >> 50) * (x >> 50));
  wide big = ((wide)1 << 127) + 12345;
  assert(big / 1000000007 == ((wide)9223371972 << 64 | 5371175401618906046u));
  assert((uint64_t)(big % 1000) == 73);
  __int128 negative = -(__int128)product;
  assert(negative < 0);
  assert((int64_t)(negative >> 100) == -(int64_t)((x >> 50) * (x >> 50)));
  assert((wide)negative + product == 0);
  return 0;
}
