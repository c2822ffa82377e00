// Fills a block of unknown size, and stops early at a character of another one.
#include <bowline.h>
#include <stdlib.h>

int main(void) {
  size_t n = (size_t)bowline_range(1, CAPACITY + 1, "n");
  char *from = malloc(n), *to = malloc(n);
  if (!from || !to) return 0;
  bowline_symbolic(from, n, "from");
  size_t used = 0;
  for (size_t i = 0; i < n; i++) {
    if (from[i] == '#') break;
    to[used++] = from[i];
  }
  // Where nothing stopped the copy, there is no room for the terminator.
  to[used] = 0;
  int result = to[0];
  free(from), free(to);
  return result;
}
