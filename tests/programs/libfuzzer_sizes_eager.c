// One path per size, the empty one included.
// flags: --capacity 3 --sizes eager
// expect-lost: capacity
// expect-paths: 4
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  assert(data && size <= 3);
  return 0;
}
