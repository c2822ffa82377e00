// Measures a string that may lack its terminating zero.
// expect-paths: 3
#include <klee/klee.h>
#include <string.h>

int main(void) {
  char text[3];
  klee_make_symbolic(text, sizeof text, "text");
  size_t n = strlen(text); // bug: out-of-bounds-read
  return (int)n;
}
