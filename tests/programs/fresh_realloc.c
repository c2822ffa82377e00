// What realloc adds is unknown; what was there stays.
// flags: --no-check uninitialised-read
// expect-paths: 2
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *values = calloc(2, sizeof *values);
  if (!values) return 1;
  values = realloc(values, 4 * sizeof *values);
  if (!values) return 1;
  assert(values[1] == 0);
  if (values[3] == 0) exit(1);
  return 0;
}
