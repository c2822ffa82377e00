// The same memory is zero where that is asked for.
// flags: --fresh zero
// expect-paths: 1
#include <stdlib.h>

int main(void) {
  int *heap = malloc(4 * sizeof *heap), local[4];
  if (!heap) return 1;
  int result = heap[2] == 5 ? 2 : 0;
  result += local[1] > 7;
  free(heap);
  return result;
}
