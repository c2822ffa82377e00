// What LLVMFuzzerInitialize prepares is there.
// flags: --capacity 4
// args: option
// expect-lost: capacity
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static char *buffer;

extern int LLVMFuzzerInitialize(int *argc, char ***argv) {
  assert(*argc == 2 && !strcmp((*argv)[1], "option"));
  buffer = malloc(3);
  return 0;
}

extern int LLVMFuzzerTestOneInput(const unsigned char *data, unsigned long size) {
  memcpy(buffer, data, size); // bug: out-of-bounds-write
  return 1;
}
