// Tests that a span of characters that a table names follows a pattern.
// flags: --loops pattern
#include <klee/klee.h>
#include <stdlib.h>

static const unsigned char is_word[256] = {['a' ... 'z'] = 1, ['0' ... '9'] = 1, ['_'] = 1};

int main(void) {
  size_t n = (size_t)klee_range(1, 41, "n");
  unsigned char *text = malloc(n);
  klee_make_symbolic(text, n, "text");
  size_t length = 0;
  while (length < n && is_word[text[length]]) length++;
  klee_assert(length == n || text[length] != '_');
  if (length > 20) klee_assert(text[20] != '_'); // bug: assertion
  free(text);
  return 0;
}
