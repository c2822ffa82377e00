// The bKGD chunk of a palette image: an index into the palette.
#include "png_input.h"

static void look(png_structp png, png_infop info) {
  png_color_16p background;
  if (png_get_bKGD(png, info, &background) && background->index > 1) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return read_chunk("bKGD", PNG_COLOR_TYPE_PALETTE, 1, data, size, look); }
