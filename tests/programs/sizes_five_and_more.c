// The bug needs at least five bytes: the text of the message names the sizes.
#include <bowline.h>
#include <stdlib.h>

int main(void) {
  size_t n = (size_t)bowline_range(1, 13, "n");
  unsigned char *text = malloc(n);
  if (!text) return 0;
  bowline_symbolic(text, n, "text");
  unsigned at = (text[0] & 7u) * (n >= 5);
  if (at > 5) text[n - 1 + (at > 6)] = 0; // bug: out-of-bounds-write // says: happens for sizes 5 to 12
  free(text);
  return 0;
}
