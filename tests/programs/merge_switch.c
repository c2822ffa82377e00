// A switch inside a loop over an object of unknown size parts one path into several; they become one behind the loop.
// sizes: all
#include <assert.h>
#include <bowline.h>
#include <stdlib.h>

int main(void) {
  size_t n = (size_t)bowline_range(1, 4, "n");
  char *text = malloc(n);
  if (!text) return 0;
  bowline_symbolic(text, n, "text");
  unsigned digits = 0, blanks = 0, others = 0, quotes = 0;
  for (size_t i = 0; i < n; i++) {
    switch (text[i]) {
    case '0': case '1': digits++; break;
    case ' ': case '\t': blanks++; break;
    case '"': quotes++; // and is counted with the others
    default: others++;
    }
  }
  assert(digits + blanks + others == n && quotes <= others);
  assert(quotes != 3 || n != 3 || text[0] != text[2]); // bug: assertion
  free(text);
  return 0;
}
