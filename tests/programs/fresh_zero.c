// The same memory is zero where that is asked for.
// flags: --fresh zero
// expect-paths: 1
#include <stdlib.h>

int main(void) {
  int *heap = malloc(4 * sizeof *heap), local[4];
  if (!heap) return 1;
  if (heap[2] == 5) exit(2);
  if (local[1] > 7) exit(3);
  return 0;
}
