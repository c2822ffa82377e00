// Frees a pointer that a parser has moved away from the start of the block.
// expect-paths: 1
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *text = malloc(4);
  if (!text) return 1;
  strcpy(text, "abc");
  text[0] = (char)klee_range('a', 'c', "first");
  if (*text == 'b') text++;
  free(text); // bug: invalid-free
  return 0;
}
