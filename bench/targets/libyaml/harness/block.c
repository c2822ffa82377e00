// Parses a block scalar whose header and text are unknown.
#include "inside.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  parse_inside("- |", data, size, "\n- x\n");
  return 0;
}
