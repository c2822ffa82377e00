// A pointer that is one of three objects of different kinds and sizes; one of them is too small for the index.
#include <klee/klee.h>
#include <stdlib.h>

static char global[8];

int main(void) {
  char local[8] = {0}, *heap = calloc(4, 1);
  if (!heap) return 1;
  char *const choices[3] = {global, local, heap};
  int which = klee_range(0, 3, "which");
  char *p = choices[which];
  p[4] = 1; // bug: out-of-bounds-write
  free(heap);
  return local[4];
}
