// Copies text into heap memory that was allocated without room for the terminating zero.
// expect-paths: 3
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  char text[4];
  klee_make_symbolic(text, sizeof text, "text");
  klee_assume(text[3] == 0);
  char *copy = malloc(3);
  if (!copy) return 1;
  int i = 0;
  for (; text[i]; i++) copy[i] = text[i];
  copy[i] = 0; // bug: out-of-bounds-write
  free(copy);
  return 0;
}
