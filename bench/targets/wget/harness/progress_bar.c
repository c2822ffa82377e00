// The progress bar: an image of one line for a file name, a start, a length and two reads of the input.
#include "src/progress.c"
#include "wget_input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  begin();
  if (size < 4) return 0;
  char *name = text(data + 4, size - 4);
  wgint start = data[0], length = data[1] * 257;
  struct bar_progress *bar = bar_create(name, start, length);
  bar_update(bar, data[2], 0.5);
  bar_update(bar, data[3] * 64, 1.5);
  create_image(bar, 2.0, false);
  bar_finish(bar, 3.0);
  free(name);
  return 0;
}
