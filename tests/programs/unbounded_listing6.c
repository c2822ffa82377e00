// Allocation and a loop: the size is 256, or another multiple, where the last byte is 255. (Listing 6, whose loop is short here: its limit is what makes it end.)
// flags: --sizes unbounded --loops summary
#include <stdlib.h>
#include <klee/klee.h>

int main(void) {
  unsigned n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n < 300);
  unsigned char *s = malloc(n);
  for (unsigned i = 0; i < n; i++) s[i] = i % 256;
  if (n > 0 && s[n - 1] == 255) abort(); // bug: abort
  return 1;
}
