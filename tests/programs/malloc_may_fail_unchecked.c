// Forgets that there may be no memory. The native run has none either.
// flags: --malloc-may-fail
// expect-paths: 3
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  char *first = malloc(4), *second = malloc(4);
  if (!first) exit(1);
  second[0] = klee_int("x") > 0; // bug: null-dereference
  free(first);
  free(second);
  return 0;
}
