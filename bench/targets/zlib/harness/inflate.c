// inflate in all its framings: the first byte picks raw, zlib, gzip or automatic, the window's size and the size of each output piece.
#include <stdint.h>
#include <stdlib.h>
#include <zlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 1) return 0;
  int bits = 8 + (data[0] & 7);
  switch (data[0] >> 3 & 3) {
    case 0: bits = -bits; break;
    case 1: break;
    case 2: bits += 16; break;
    case 3: bits += 32; break;
  }
  z_stream stream = {0};
  if (inflateInit2(&stream, bits) != Z_OK) return 0;
  unsigned char out[32];
  stream.next_in = (Bytef *)data + 1;
  stream.avail_in = (uInt)(size - 1);
  int status = Z_OK;
  // A bounded number of pieces: a tiny input can unpack to megabytes.
  for (int piece = 0; piece < 8 && status == Z_OK; piece++) {
    stream.next_out = out;
    stream.avail_out = data[0] & 0x80 ? 1 : sizeof out;
    status = inflate(&stream, data[0] & 0x40 ? Z_BLOCK : Z_NO_FLUSH);
  }
  inflateEnd(&stream);
  return 0;
}
