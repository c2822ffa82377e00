/*
 * The start of a libFuzzer harness: one call with an input of unknown size. Also the start of its native replay, where the inputs come from
 * a test.
 */
#include <bowline.h>

#include "start.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
__attribute__((weak)) int LLVMFuzzerInitialize(int *argc, char ***argv);

int __bowline_start_fuzzer(int argc, char **argv) {
  /* Not on the stack, so that the input is in use until the end. */
  static uint8_t *data;
  if (LLVMFuzzerInitialize) LLVMFuzzerInitialize(&argc, &argv);
  size_t size;
  bowline_symbolic(&size, sizeof size, "size");
  data = __bowline_allocate(&size, 0);
  bowline_symbolic(data, size, "data");
  LLVMFuzzerTestOneInput(data, size);
  return 0;
}
