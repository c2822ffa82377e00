// png_read_info on arbitrary bytes: signature, chunk order, lengths and names.
#include "png_input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct file file;
  set_pieces(&file, file.head, data, size, file.tail);
  return read_info(&file, NULL);
}
