// A header of five bytes whose last one is a length: sizes below 5 are refused, but the length is believed.
// flags: --capacity 8
// expect-lost: capacity
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 5 || data[0] != 'B' || data[1] != 'W') return 0;
  const uint8_t *body = data + 5;
  if (data[4] == 0) return -1;
  return body[data[4] - 1]; // bug: out-of-bounds-read
}
