// The input belongs to the caller.
// flags: --capacity 2
// expect-lost: capacity
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(uint8_t *data, size_t size) {
  if (size == 2) free(data); // bug: invalid-free
  return 0;
}
