// The IHDR chunk: 13 bytes of the input, then all the questions about an image's shape.
#include "png_input.h"

static void look(png_structp png, png_infop info) {
  png_uint_32 width, height;
  int depth, color, interlace, compression, filter;
  if (png_get_IHDR(png, info, &width, &height, &depth, &color, &interlace, &compression, &filter) == 0) abort();
  if (png_get_channels(png, info) * depth > 64) abort();
  if (png_get_rowbytes(png, info) < ((size_t)width * depth + 7) / 8) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  uint8_t file[8 + 25 + 15 + 12], palette[3] = {9, 9, 9};
  if (size != 13) return 0;
  memcpy(file, signature, sizeof signature);
  uint8_t *end = put_chunk(file + sizeof signature, "IHDR", data, 13);
  end = put_chunk(end, "PLTE", palette, sizeof palette);
  end = put_chunk(end, "IDAT", NULL, 0);
  read_info(file, (size_t)(end - file), look);
  return 0;
}
