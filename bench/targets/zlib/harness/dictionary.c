// inflate with a preset dictionary and, after an error, inflateSync to the next full flush point.
#include <stdint.h>
#include <stdlib.h>
#include <zlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  z_stream stream = {0};
  if (inflateInit2(&stream, -9) != Z_OK) return 0;
  static const Bytef words[] = "the quick brown fox";
  unsigned char out[64];
  inflateSetDictionary(&stream, words, sizeof words - 1);
  stream.next_in = (Bytef *)data;
  stream.avail_in = (uInt)size;
  stream.next_out = out;
  stream.avail_out = sizeof out;
  if (inflate(&stream, Z_SYNC_FLUSH) == Z_DATA_ERROR && inflateSync(&stream) == Z_OK) inflate(&stream, Z_FINISH);
  uInt length = sizeof out;
  unsigned char *copy = malloc(1 << 9);
  if (!copy) abort();
  inflateGetDictionary(&stream, copy, &length);
  free(copy);
  inflateEnd(&stream);
  return 0;
}
