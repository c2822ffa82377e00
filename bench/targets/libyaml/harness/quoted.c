// Parses the inside of a double-quoted scalar: escapes, folded lines.
#include "inside.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  parse_inside("\"", data, size, "\"\n");
  return 0;
}
