// Tests that paths with equal stores become one after different numbers of iterations: a backslash takes one more.
// flags: --loops pattern --checks full
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  size_t n = (size_t)klee_range(1, 13, "n");
  char *text = malloc(n);
  klee_make_symbolic(text, n, "text");
  size_t at = 0;
  int skips = 0;
  while (at < n) {
    if (skips) {
      skips = 0;
      at++;
    } else if (text[at] == 'a') {
      at++;
    } else if (text[at] == '\\') {
      skips = 1;
    } else {
      break;
    }
  }
  klee_assert(at <= n);
  klee_assert(at == n || text[at] != 'a');
  if (at == 9) klee_assert(text[8] != '\\'); // bug: assertion
  free(text);
  return 0;
}
