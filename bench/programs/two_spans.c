// How far a text of unknown size begins with one character, and how far with another from there. No bug.
#include <bowline.h>
#include <assert.h>
#include <stdlib.h>

#ifndef CAPACITY
#define CAPACITY 200
#endif

static size_t span(const char *text, size_t from, size_t n, char c) {
  size_t at = from;
  while (at < n && text[at] == c) at++;
  return at;
}

int main(void) {
  size_t n = (size_t)bowline_range(0, CAPACITY + 1, "n");
  char *text = malloc(n);
  if (!text) return 0;
  bowline_symbolic(text, n, "text");
  size_t first = span(text, 0, n, 'a');
  size_t second = span(text, first, n, 'b');
  assert(first <= second && second <= n);
  if (first < n) assert(text[first] != 'a');
  if (second < n) assert(text[second] != 'b');
  if (second > first) assert(text[first] == 'b' && text[second - 1] == 'b');
  if (first > 0) assert(text[0] == 'a' && text[first - 1] == 'a');
  free(text);
  return 0;
}
