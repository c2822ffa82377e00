// Whether an alignment is valid depends on the input; one of them is followed, and the others are listed.
// expect-paths: 1
// expect-lost: alignment
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  unsigned char alignment = klee_range(0, 64, "alignment");
  void *memory = NULL;
  int problem = posix_memalign(&memory, alignment, 8);
  free(memory);
  return problem;
}
