// A parser that forgets the empty text: out of bounds for size 1 and for no other.
// sizes: all
#include <bowline.h>
#include <stdlib.h>

static int second_is_digit(const char *text, size_t n) {
  if (n > 1 && text[0] == '#') return 1;
  return text[1] >= '0' && text[1] <= '9'; // bug: out-of-bounds-read // says: which has 1 byte
}

int main(void) {
  size_t n = (size_t)bowline_range(1, 13, "n");
  char *text = malloc(n);
  if (!text) return 0;
  bowline_symbolic(text, n, "text");
  int result = second_is_digit(text, n);
  free(text);
  return result;
}
