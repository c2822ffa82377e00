// Paths that leave a loop made nothing, a small object or a large one: only paths with the same objects become one.
// flags: --loops merge --merge-loops all --checks full
// expect-paths: 2
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  size_t n = (size_t)klee_range(1, 4, "n");
  char *text = malloc(n), *made = 0;
  if (!text) return 0;
  klee_make_symbolic(text, n, "text");
  for (size_t i = 0; i < n; i++) {
    if (i == 1 && text[1] == 'a')
      made = malloc(8);
    else if (i == 2 && !made)
      made = malloc(20);
  }
  if (made) made[10] = 1; // bug: out-of-bounds-write // says: which has 8 bytes
  free(made);
  free(text);
  return 0;
}
