// A parser that forgets the text without characters: looks at the one before it, out of bounds for size 1 and no other.
#include <bowline.h>
#include <stdlib.h>

static int parse(const char *text, size_t n) {
  int fields = 0;
  size_t at = 0;
  while (at + 1 < n) {
    if (text[at] == '=') fields++;
    at++;
  }
  return text[at - 1] == ';' ? fields - 1 : fields;
}

int main(void) {
  size_t n = (size_t)bowline_range(1, CAPACITY + 1, "n");
  char *text = malloc(n);
  if (!text) return 0;
  bowline_symbolic(text, n, "text");
  text[n - 1] = 0;
  int fields = parse(text, n);
  free(text);
  return fields;
}
