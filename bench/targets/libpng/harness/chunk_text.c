// The tEXt chunk: a keyword, a NUL and text.
#include "png_input.h"

static void look(png_structp png, png_infop info) {
  png_textp texts = NULL;
  int count = 0;
  png_get_text(png, info, &texts, &count);
  for (int i = 0; i < count; i++)
    if (texts[i].text_length != strlen(texts[i].text)) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return read_chunk("tEXt", PNG_COLOR_TYPE_GRAY, 8, data, size, look); }
