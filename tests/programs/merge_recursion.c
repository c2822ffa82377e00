// A merged loop whose body calls the function that contains it: each activation of the loop is merged for itself.
// sizes: all
#include <assert.h>
#include <bowline.h>
#include <stdlib.h>

static unsigned depth_of(const char *text, size_t n, size_t at, unsigned level) {
  unsigned deepest = level;
  for (size_t i = at; i < n; i++) {
    if (text[i] == ')') break;
    if (text[i] == '(' && level < 3) {
      unsigned inside = depth_of(text, n, i + 1, level + 1);
      if (inside > deepest) deepest = inside;
    }
  }
  return deepest;
}

int main(void) {
  size_t n = (size_t)bowline_range(1, 4, "n");
  char *text = malloc(n);
  if (!text) return 0;
  bowline_symbolic(text, n, "text");
  unsigned deepest = depth_of(text, n, 0, 0);
  assert(deepest <= n);
  assert(deepest != 2 || n == 2); // bug: assertion
  free(text);
  return 0;
}
