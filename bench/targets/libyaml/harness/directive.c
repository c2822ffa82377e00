// Parses an unknown directive in front of a document.
#include "inside.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  parse_inside("%", data, size, "\n--- x\n");
  return 0;
}
