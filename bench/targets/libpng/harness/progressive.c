// png_process_data: the push reader, fed with one text chunk of the input in two pieces cut at the first byte.
#include "png_input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 1) return 0;
  struct file file;
  with_chunk(&file, "tEXt", PNG_COLOR_TYPE_GRAY, 8, data + 1, size - 1);
  size_t cut = data[0] < size ? data[0] : size - 1;
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, failed, silent);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  uint8_t *text = malloc(size);
  if (!text) abort();
  memcpy(text, data + 1, size - 1);
  if (info && setjmp(png_jmpbuf(png)) == 0) {
    ignore_checksums(png);
    png_set_progressive_read_fn(png, NULL, NULL, NULL, NULL);
    png_process_data(png, info, file.head, file.pieces[0].left);
    png_process_data(png, info, text, cut);
    png_process_data(png, info, text + cut, size - 1 - cut);
    png_process_data(png, info, file.tail, file.pieces[2].left);
  }
  if (png) png_destroy_read_struct(&png, info ? &info : NULL, NULL);
  free(text);
  return 0;
}
