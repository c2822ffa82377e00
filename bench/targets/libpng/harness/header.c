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
  static const uint8_t palette[3] = {9, 9, 9};
  struct file file;
  if (size != 13) return 0;
  uint8_t header[13] = {0}, *head = put_start(file.head, header) - 13 - 4;
  memcpy(head, data, 13);
  set_pieces(&file, head + 13 + 4, file.tail, 0, put_chunk(put_chunk(file.tail, "PLTE", palette, 3), "IDAT", palette, 0));
  return read_info(&file, look);
}
