// Truncation, extension, and comparisons between signed and unsigned.
// expect-paths: 1
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>

int main(void) {
  int32_t x = klee_int("x");
  int8_t narrow = (int8_t)x;
  uint16_t half = (uint16_t)x;
  assert((uint8_t)narrow == (x & 255));
  assert((int64_t)narrow == (int64_t)(int8_t)(x & 255));
  assert((uint32_t)half == ((uint32_t)x & 0xffff));
  assert(((uint32_t)x > 0x7fffffffu) == (x < 0));
  assert((uint64_t)(int64_t)x >> 63 == (uint64_t)(x < 0));
  char plain = (char)0xff;
  assert(plain < 0);
  _Bool truth = (_Bool)(x & 0x100);
  assert(truth == ((x >> 8) & 1));
  return 0;
}
