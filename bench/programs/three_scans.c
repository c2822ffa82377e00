// Three scans of one text of unknown size, each from where the last one ended: two spans of one character, then a search. No bug.
#include <bowline.h>
#include <assert.h>
#include <stdlib.h>

#ifndef CAPACITY
#define CAPACITY 50
#endif

static const char *span(const char *at, char c) {
  while (*at == c) at++;
  return at;
}

static const char *find(const char *at, char c) {
  while (*at && *at != c) at++;
  return *at ? at : 0;
}

int main(void) {
  size_t n = (size_t)bowline_range(1, CAPACITY + 1, "n");
  char *text = malloc(n);
  if (!text) return 0;
  bowline_symbolic(text, n, "text");
  text[n - 1] = 0;
  const char *blanks = span(text, ' ');
  const char *dashes = span(blanks, '-');
  const char *colon = find(dashes, ':');
  assert(blanks <= dashes && (size_t)(dashes - text) < n);
  assert(*dashes != '-');
  if (colon) assert(*colon == ':' && dashes <= colon && (size_t)(colon - text) < n - 1);
  free(text);
  return 0;
}
