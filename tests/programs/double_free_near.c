// Frees a block in an error branch and forgets the pointer; freeing NULL does nothing.
// expect-paths: 2
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  void *block = malloc(8);
  if (klee_int("error") < 0) {
    free(block);
    block = NULL;
  }
  free(block);
  return 0;
}
