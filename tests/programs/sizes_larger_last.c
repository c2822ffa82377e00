// Sizes above the capacity are explored when nothing else is left, without a bound: nothing is lost.
// flags: --max-time 60s --larger-sizes last
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  unsigned n;
  klee_make_symbolic(&n, sizeof n, "n");
  char *text = malloc(n);
  if (!text)
    return 1;
  if (n > 100000)
    text[n] = 1; // bug: out-of-bounds-write
  free(text);
  return 0;
}
