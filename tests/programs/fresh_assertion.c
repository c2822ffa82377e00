// An assertion that fails for some contents of memory that nobody wrote. The bug is told, and nobody claims that a native run shows it.
// flags: --no-check uninitialised-read
// expect-paths: 1
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *number = malloc(sizeof *number);
  if (!number) return 1;
  int value = *number;
  free(number);
  assert(value != 1234567); // bug: assertion // native: silent (it takes that number in memory that nobody wrote)
  return 0;
}
