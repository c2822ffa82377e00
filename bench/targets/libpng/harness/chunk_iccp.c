// The iCCP chunk: a profile name and a compressed colour profile, whose header and tag table are checked.
#include "png_input.h"

static void look(png_structp png, png_infop info) {
  png_charp name;
  png_bytep profile;
  png_uint_32 length;
  int compression;
  if (png_get_iCCP(png, info, &name, &compression, &profile, &length) && (length < 132 || strlen(name) > 79)) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return read_chunk("iCCP", PNG_COLOR_TYPE_RGB, 8, data, size, look); }
