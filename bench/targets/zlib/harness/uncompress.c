// uncompress2 into a buffer that may be too small; the first byte gives its size.
#include <stdint.h>
#include <stdlib.h>
#include <zlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 1) return 0;
  uLongf room = data[0] % 32;
  uLong used = size - 1;
  unsigned char *out = malloc(room + 1);
  if (!out) abort();
  if (uncompress2(out, &room, data + 1, &used) == Z_OK && used > size - 1) abort();
  free(out);
  return 0;
}
