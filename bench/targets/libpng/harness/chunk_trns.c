// The tRNS chunk of a palette image: at most one value for each of the two colours.
#include "png_input.h"

static void look(png_structp png, png_infop info) {
  png_bytep alpha;
  png_color_16p color;
  int count;
  if (png_get_tRNS(png, info, &alpha, &count, &color) && count > 2) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return read_chunk("tRNS", PNG_COLOR_TYPE_PALETTE, 1, data, size, look); }
