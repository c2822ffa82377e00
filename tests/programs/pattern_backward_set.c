// Tests that a span of two characters from the end of a text on is one state per length, and follows a pattern.
// flags: --loops pattern
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  size_t n = (size_t)klee_range(1, 41, "n");
  char *text = malloc(n);
  klee_make_symbolic(text, n, "text");
  size_t length = n;
  while (length > 0 && (text[length - 1] == 'a' || text[length - 1] == 'b')) length--;
  klee_assert(length == 0 || text[length - 1] != 'b');
  if (length == 3 && n == 40) klee_assert(text[17] != 'b'); // bug: assertion
  free(text);
  return 0;
}
