// Copies an input string into a buffer that is one character too short; the error happens in the library.
// expect-paths: 4
#include <klee/klee.h>
#include <string.h>

int main(void) {
  char text[5], copy[4];
  klee_make_symbolic(text, sizeof text, "text");
  text[4] = 0;
  strcpy(copy, text); // bug: out-of-bounds-write
  return 0;
}
