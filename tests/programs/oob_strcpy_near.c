// Copies an input string into a buffer that is just long enough.
// expect-paths: 5
#include <klee/klee.h>
#include <string.h>

int main(void) {
  char text[5], copy[5];
  klee_make_symbolic(text, sizeof text, "text");
  text[4] = 0;
  strcpy(copy, text);
  return 0;
}
