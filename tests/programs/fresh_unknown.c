// Memory that nobody has written may hold anything: both sides of a branch on it are explored, and no test claims to know which one a native run takes.
// flags: --no-check uninitialised-read
// expect-paths: 3
#include <stdlib.h>

int main(void) {
  int *heap = malloc(4 * sizeof *heap), local[4];
  if (!heap) return 1;
  if (heap[2] == 5) exit(2);
  if (local[1] > 7) exit(3);
  return 0;
}
