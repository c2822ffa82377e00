// Sets a variable in both branches and reads zeroed heap memory.
// flags: --fresh zero --check uninitialised-read
// expect-paths: 2
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  int result, *values = calloc(4, sizeof *values);
  if (!values) return 1;
  if (klee_int("set") > 0)
    result = 5;
  else
    result = values[3];
  free(values);
  return result;
}
