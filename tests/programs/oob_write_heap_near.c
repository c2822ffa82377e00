// Copies text into heap memory that was allocated with room for the terminating zero.
// expect-paths: 4
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  char text[4];
  klee_make_symbolic(text, sizeof text, "text");
  klee_assume(text[3] == 0);
  char *copy = malloc(4);
  if (!copy) return 1;
  int i = 0;
  for (; text[i]; i++) copy[i] = text[i];
  copy[i] = 0;
  free(copy);
  return 0;
}
