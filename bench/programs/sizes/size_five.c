// The bug needs a text of at least five bytes: a slash, something, a slash and a blank, with nothing behind them.
#include <bowline.h>
#include <stdlib.h>

static const char *skip(const char *at, char c) {
  while (*at && *at != c) at++;
  return *at ? at + 1 : 0;
}

int main(void) {
  size_t n = (size_t)bowline_range(1, CAPACITY + 1, "n");
  char *text = malloc(n);
  if (!text) return 0;
  bowline_symbolic(text, n, "text");
  text[n - 1] = 0;
  int result = 0;
  if (n >= 5 && text[0] == '/') {
    const char *second = skip(text + 1, '/');
    // One character too many is taken for granted.
    if (second && second[0] == ' ') result = second[2] == 'x';
  }
  free(text);
  return result;
}
