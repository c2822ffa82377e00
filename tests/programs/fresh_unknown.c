// Memory that nobody has written may hold anything: both sides of a branch on it are explored, and no test claims to know which one a native run takes.
// expect-paths: 4
#include <stdlib.h>

int main(void) {
  int *heap = malloc(4 * sizeof *heap), local[4];
  if (!heap) return 1;
  int result = heap[2] == 5 ? 2 : 0;
  result += local[1] > 7;
  free(heap);
  return result;
}
