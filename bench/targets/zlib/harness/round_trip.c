// deflate of up to 8 bytes at a level and with a strategy of the input's choice; inflate must give the same bytes back.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 1 || size > 9) return 0;
  // A small window and hash table: both are cleared for every stream.
  z_stream packer = {0};
  if (deflateInit2(&packer, data[0] % 10, Z_DEFLATED, 9, 1, data[0] / 10 % 5) != Z_OK) return 0;
  unsigned char packed[64], plain[9];
  packer.next_in = (Bytef *)data + 1;
  packer.avail_in = (uInt)(size - 1);
  packer.next_out = packed;
  packer.avail_out = sizeof packed;
  if (deflate(&packer, Z_FINISH) != Z_STREAM_END) abort();
  uLongf length = sizeof plain;
  if (uncompress(plain, &length, packed, packer.total_out) != Z_OK) abort();
  if (length != size - 1 || memcmp(plain, data + 1, length) != 0) abort();
  deflateEnd(&packer);
  return 0;
}
