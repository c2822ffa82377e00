// inflateGetHeader: the extra field, name and comment of a gzip header into short buffers. The magic number is given.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const uint8_t magic[3] = {0x1f, 0x8b, 8};
  uint8_t *file = malloc(size + sizeof magic), *fields = malloc(12);
  if (!file || !fields) abort();
  memcpy(file, magic, sizeof magic);
  if (size) memcpy(file + sizeof magic, data, size);
  gz_header header = {0};
  header.extra = fields;
  header.extra_max = 4;
  header.name = fields + 4;
  header.name_max = 4;
  header.comment = fields + 8;
  header.comm_max = 4;
  z_stream stream = {0};
  unsigned char out[16];
  if (inflateInit2(&stream, 31) == Z_OK) {
    inflateGetHeader(&stream, &header);
    stream.next_in = file;
    stream.avail_in = (uInt)(size + sizeof magic);
    stream.next_out = out;
    stream.avail_out = sizeof out;
    inflate(&stream, Z_BLOCK);
    inflateEnd(&stream);
  }
  free(fields);
  free(file);
  return 0;
}
