// The harness of a program that also has a main.
// flags: --entry LLVMFuzzerTestOneInput --capacity 2
// expect-lost: capacity
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 2) assert(data[0] != data[1]); // bug: assertion
  return 0;
}

int main(void) { return LLVMFuzzerTestOneInput((const uint8_t *)"x", 1); }
