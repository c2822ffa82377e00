// Tests that branches of a merged loop that only look at the input do not multiply paths: two characters, twenty bytes.
// flags: --loops merge --checks full
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  unsigned n = klee_range(1, 21, "n");
  char *text = malloc(n);
  klee_make_symbolic(text, n, "text");
  text[n - 1] = 0;
  char *end = text;
  while (*end == 'a' || *end == 'b') end++;
  if (end - text == 7) klee_assert(text[7] != 'c' || n != 9); // bug: assertion
  klee_assert(end - text < n);
  return 0;
}
