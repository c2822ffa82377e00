// The eXIf chunk: a block that starts with its byte order.
#include "png_input.h"

static void look(png_structp png, png_infop info) {
  png_bytep block;
  png_uint_32 length;
  if (png_get_eXIf_1(png, info, &length, &block) && length && block[0] != block[1]) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return read_chunk("eXIf", PNG_COLOR_TYPE_GRAY, 8, data, size, look); }
