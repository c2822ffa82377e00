// Parses the inside of a flow mapping that is inside a flow sequence.
#include "inside.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  parse_inside("[{", data, size, "}]\n");
  return 0;
}
