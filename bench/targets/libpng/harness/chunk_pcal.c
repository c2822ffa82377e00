// The pCAL chunk: a purpose, two limits, an equation and its parameters as text.
#include "png_input.h"

static void look(png_structp png, png_infop info) {
  png_charp purpose, units;
  png_charpp parameters;
  png_int_32 low, high;
  int equation, count;
  if (png_get_pCAL(png, info, &purpose, &low, &high, &equation, &count, &units, &parameters))
    for (int i = 0; i < count; i++) (void)strlen(parameters[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return read_chunk("pCAL", PNG_COLOR_TYPE_GRAY, 8, data, size, look); }
