// crc32 and adler32: in one piece, in two pieces and combined from two must be the same.
#include <stdint.h>
#include <stdlib.h>
#include <zlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 1) return 0;
  uInt length = (uInt)(size - 1), cut = length ? data[0] % length : 0;
  const uint8_t *bytes = data + 1, *rest = bytes + cut;
  uLong crc = crc32(0, bytes, length), adler = adler32(1, bytes, length);
  if (crc32(crc32(0, bytes, cut), rest, length - cut) != crc) abort();
  if (adler32(adler32(1, bytes, cut), rest, length - cut) != adler) abort();
  if (crc32_combine(crc32(0, bytes, cut), crc32(0, rest, length - cut), length - cut) != crc) abort();
  if (adler32_combine(adler32(1, bytes, cut), adler32(1, rest, length - cut), length - cut) != adler) abort();
  return 0;
}
