// Trims trailing spaces without noticing that nothing is left, and reads before the buffer.
// expect-paths: 4
#include <klee/klee.h>

int main(void) {
  char line[4];
  klee_make_symbolic(line, sizeof line, "line");
  int end = 3;
  while (line[end] == ' ') end--; // bug: out-of-bounds-read
  return end;
}
