// Paths that exit or abort inside a merged loop are not among those that leave it.
// sizes: all
#include <assert.h>
#include <bowline.h>
#include <stdlib.h>

int main(void) {
  size_t n = (size_t)bowline_range(1, 4, "n");
  char *text = malloc(n);
  if (!text) return 0;
  bowline_symbolic(text, n, "text");
  for (size_t i = 0; i < n; i++) {
    if (text[i] == 'x') exit(3);
    if (text[i] == '!' && i == 2) abort(); // bug: abort
  }
  for (size_t i = 0; i < n; i++) assert(text[i] != 'x');
  assert(n < 3 || text[2] != '!');
  free(text);
  return 0;
}
