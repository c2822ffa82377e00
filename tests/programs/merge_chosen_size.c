// A size that merged paths leave is bounded by the program: it may be above the capacity, and nothing is lost.
// flags: --loops merge --capacity 4 --checks full
#include <assert.h>
#include <bowline.h>
#include <stdlib.h>

int main(void) {
  size_t n = (size_t)bowline_range(1, 5, "n"), words = 0;
  char *text = malloc(n);
  if (!text) return 0;
  bowline_symbolic(text, n, "text");
  for (size_t i = 0; i < n; i++)
    if (text[i] != ' ') words++;
  size_t *ends = malloc((words + 1) * sizeof *ends);
  if (!ends) return 0;
  ends[words] = n;
  assert(words < 4); // bug: assertion
  if (words == 3 && n == 3) ends[words + 1] = 0; // bug: out-of-bounds-write // says: which has 32 bytes
  free(ends), free(text);
  return 0;
}
