// A size that comes from the input and is not checked, and one that is.
// flags: --large-allocation 100M --capacity 16
// expect-lost: sizes above 16 at line 9
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  unsigned n = (unsigned)klee_int("n");
  char *p = malloc(n); // bug: large-allocation // says: above the limit of 104857600
  free(p);
  p = malloc(90 << 20);
  free(p);
  return 0;
}
