// The cHRM chunk: white point and primaries, converted to XYZ with overflow checks.
#include "png_input.h"

static void look(png_structp png, png_infop info) {
  png_fixed_point v[9];
  png_get_cHRM_fixed(png, info, v, v + 1, v + 2, v + 3, v + 4, v + 5, v + 6, v + 7);
  png_get_cHRM_XYZ_fixed(png, info, v, v + 1, v + 2, v + 3, v + 4, v + 5, v + 6, v + 7, v + 8);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return read_chunk("cHRM", PNG_COLOR_TYPE_RGB, 8, data, size, look); }
