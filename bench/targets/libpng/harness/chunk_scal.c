// The sCAL chunk: a unit and two numbers as text.
#include "png_input.h"

static void look(png_structp png, png_infop info) {
  png_charp width, height;
  int unit;
  if (png_get_sCAL_s(png, info, &unit, &width, &height) && (!*width || !*height)) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return read_chunk("sCAL", PNG_COLOR_TYPE_GRAY, 8, data, size, look); }
