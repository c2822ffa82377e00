// Reads an object after a cleanup that one input triggers early.
// expect-paths: 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  int *counter = malloc(sizeof *counter);
  if (!counter) return 1;
  *counter = 4;
  if (klee_int("early") == 42) {
    free(counter);
    return *counter; // bug: use-after-free
  }
  free(counter);
  return 0;
}
