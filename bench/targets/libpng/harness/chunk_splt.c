// The sPLT chunk: a suggested palette of 8 or 16 bits per sample.
#include "png_input.h"

static void look(png_structp png, png_infop info) {
  png_sPLT_tp palettes;
  int count = png_get_sPLT(png, info, &palettes), used = 0;
  for (int i = 0; i < count; i++)
    for (int j = 0; j < palettes[i].nentries; j++) used |= palettes[i].entries[j].alpha;
  if (used > 0xffff) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return read_chunk("sPLT", PNG_COLOR_TYPE_GRAY, 8, data, size, look); }
