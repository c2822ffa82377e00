// An object of unknown size gets one size before native code sees it.
// native-lib: library.c
// expect-lost: concretised
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

void native_fill(unsigned char *, int, unsigned long);

int main(void) {
  unsigned size = klee_range(1, 20, "size");
  unsigned char *bytes = malloc(size);
  native_fill(bytes, 5, size);
  assert(bytes[0] == 5 && bytes[size - 1] == 5);
  free(bytes);
  return 0;
}
