// libFuzzer's data without a bound.
// flags: --sizes unbounded
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > 100000 && data[99999] == 7)
    return data[size]; // bug: out-of-bounds-read // says: which has 100001 bytes
  return 0;
}
