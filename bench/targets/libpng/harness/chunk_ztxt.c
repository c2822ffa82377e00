// The zTXt chunk: a keyword and compressed text.
#include "png_input.h"

static void look(png_structp png, png_infop info) {
  png_textp texts = NULL;
  int count = 0;
  png_get_text(png, info, &texts, &count);
  for (int i = 0; i < count; i++) (void)strlen(texts[i].key);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return read_chunk("zTXt", PNG_COLOR_TYPE_GRAY, 8, data, size, look); }
