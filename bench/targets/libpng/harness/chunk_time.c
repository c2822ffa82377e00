// The tIME chunk, and its text form for RFC 1123.
#include "png_input.h"

static void look(png_structp png, png_infop info) {
  png_timep moment;
  char text[29];
  if (png_get_tIME(png, info, &moment) && png_convert_to_rfc1123_buffer(text, moment) && strlen(text) > 28) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return read_chunk("tIME", PNG_COLOR_TYPE_GRAY, 8, data, size, look); }
