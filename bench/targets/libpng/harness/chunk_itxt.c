// The iTXt chunk: international text with a language tag, a translated keyword and an optional compression.
#include "png_input.h"

static void look(png_structp png, png_infop info) {
  png_textp texts = NULL;
  int count = 0;
  png_get_text(png, info, &texts, &count);
  for (int i = 0; i < count; i++) (void)(strlen(texts[i].key) + strlen(texts[i].lang) + strlen(texts[i].lang_key));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return read_chunk("iTXt", PNG_COLOR_TYPE_GRAY, 8, data, size, look); }
