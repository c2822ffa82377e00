// A chain of searches on one text, each from where the last one ended.
#include <bowline.h>
#include <stdlib.h>

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
  const char *marks = ": /\n";
  const char *at = text;
  int found = 0;
  for (; marks[found]; found++) {
    at = find(at, marks[found]);
    if (!at) break;
    at++;
  }
  int result = found;
  // Looks behind the character after the last mark.
  if (found == 4 && *at == 0) result = at[1];
  free(text);
  return result;
}
