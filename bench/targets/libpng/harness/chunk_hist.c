// The hIST chunk of a palette image: one frequency for each of the two colours.
#include "png_input.h"

static void look(png_structp png, png_infop info) {
  png_uint_16p counts;
  if (png_get_hIST(png, info, &counts) && counts[0] + counts[1] < 0) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return read_chunk("hIST", PNG_COLOR_TYPE_PALETTE, 1, data, size, look); }
