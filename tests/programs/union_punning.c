// Reads the bytes of an integer through a union, in little-endian order.
// expect-paths: 1
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>

union word {
  uint32_t whole;
  uint16_t halves[2];
  uint8_t bytes[4];
};

int main(void) {
  union word w;
  klee_make_symbolic(&w, sizeof w, "w");
  uint32_t rebuilt = (uint32_t)w.bytes[0] | (uint32_t)w.bytes[1] << 8 | (uint32_t)w.bytes[2] << 16 | (uint32_t)w.bytes[3] << 24;
  assert(rebuilt == w.whole);
  assert(w.halves[1] == (w.whole >> 16));
  w.bytes[2] = 0xff;
  assert((w.whole & 0x00ff0000) == 0x00ff0000);
  return 0;
}
