// How far a text begins with two characters in any order: two to the power of its length ways to get there. No bug.
#include <bowline.h>
#include <stdlib.h>

int main(void) {
  size_t n = (size_t)bowline_range(1, CAPACITY + 1, "n");
  char *text = malloc(n);
  if (!text) return 0;
  bowline_symbolic(text, n, "text");
  size_t length = 0;
  while (length < n && (text[length] == 'a' || text[length] == 'b')) length++;
  free(text);
  return length == 3;
}
