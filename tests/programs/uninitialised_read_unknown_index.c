// One byte is written, at an unknown place; which others may be read is known all the same.
// flags: --fresh zero --check uninitialised-read
// expect-paths: 3
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned at = (unsigned)klee_range(0, 8, "at");
  char *text = malloc(8), *copy = malloc(8);
  if (!text || !copy) return 1;
  text[at] = 'x';
  memcpy(copy, text, 8);
  int result = copy[at] == 'x';
  if (klee_range(0, 2, "which")) {
    if (text[0] == 'x') result++; // bug: uninitialised-read // native: silent (sanitizers for addresses do not track initialisation)
  } else {
    text[3] = 'y';
    unsigned other = (unsigned)klee_range(3, 5, "other");
    if (text[other] == 'y') result++; // bug: uninitialised-read // native: silent (sanitizers for addresses do not track initialisation)
  }
  free(text);
  free(copy);
  return result;
}
