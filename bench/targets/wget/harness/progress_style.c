// --progress: the name of a display and its parameters.
#include "wget_input.h"
#include "progress.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  begin();
  char *style = text(data, size);
  if (valid_progress_implementation_p(style)) set_progress_implementation(style);
  free(style);
  return 0;
}
