// png_read_info on arbitrary bytes: signature, chunk order, lengths and names.
#include "png_input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct bytes source = {data, size};
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, failed, silent);
  if (!png) return 0;
  png_infop info = png_create_info_struct(png);
  if (info && setjmp(png_jmpbuf(png)) == 0) {
    png_set_read_fn(png, &source, read_bytes);
    ignore_checksums(png);
    png_set_user_limits(png, 64, 64);
    png_read_info(png, info);
  }
  png_destroy_read_struct(&png, info ? &info : NULL, NULL);
  return 0;
}
