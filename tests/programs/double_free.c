// Frees a block in an error branch and again in the common cleanup.
// expect-paths: 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  void *block = malloc(8);
  if (klee_int("error") < 0) free(block);
  free(block); // bug: double-free
  return 0;
}
