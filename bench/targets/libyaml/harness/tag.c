// Parses an unknown tag in front of a scalar, with its handle declared.
#include "inside.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  parse_inside("%TAG ! tag:x,2000:\n--- !", data, size, " x\n");
  return 0;
}
