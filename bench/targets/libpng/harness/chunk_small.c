// The chunks of fixed size: gAMA, sRGB, sBIT, pHYs, oFFs. The first byte of the input picks one, the rest is its content.
#include "png_input.h"

static void look(png_structp png, png_infop info) {
  png_fixed_point gamma;
  png_color_8p bits;
  png_uint_32 x, y;
  png_int_32 left, top;
  int unit, intent;
  png_get_gAMA_fixed(png, info, &gamma);
  png_get_sRGB(png, info, &intent);
  if (png_get_sBIT(png, info, &bits) && bits->red > 8) abort();
  png_get_pHYs(png, info, &x, &y, &unit);
  png_get_pixels_per_inch(png, info);
  png_get_oFFs(png, info, &left, &top, &unit);
  png_get_x_offset_microns(png, info);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const names[] = {"gAMA", "sRGB", "sBIT", "pHYs", "oFFs"};
  if (size < 1 || data[0] >= 5) return 0;
  return read_chunk(names[data[0]], PNG_COLOR_TYPE_RGB, 8, data + 1, size - 1, look);
}
