// A loop fills as much as it is told: what it leaves out stays unwritten, also where paths are merged.
// flags: --loops merge --merge-on any --checks full --fresh zero --check uninitialised-read
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  int count = klee_range(0, 5, "count");
  char *values = malloc(4);
  if (!values) return 1;
  for (int i = 0; i < count; i++) values[i] = 1;
  int last = values[3]; // bug: uninitialised-read // native: silent (nothing depends on it)
  free(values);
  return last & 0;
}
