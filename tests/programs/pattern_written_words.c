// Tests that numbers of several bytes which the iterations of a merged loop wrote side by side are right as one formula.
// flags: --loops pattern --checks full
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

#define MOST 24

int main(void) {
  int squares[MOST];
  for (int i = 0; i < MOST; i++) squares[i] = -1;
  size_t n = klee_range(0, MOST, "n");
  char *p = malloc(n);
  for (size_t i = 0; i < n; i++) squares[i] = (int)(3 * i + 7);
  unsigned at = klee_range(0, MOST, "at");
  if (at < n) assert(squares[at] == (int)(3 * at + 7));
  else assert(squares[at] == -1);
  if (squares[at] == 52) assert(n == 16); // bug: assertion
  free(p);
  return 0;
}
