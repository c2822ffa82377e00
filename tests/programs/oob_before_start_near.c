// Trims trailing spaces and stops at the beginning of the buffer.
// expect-paths: 5
#include <klee/klee.h>

int main(void) {
  char line[4];
  klee_make_symbolic(line, sizeof line, "line");
  int end = 3;
  while (end >= 0 && line[end] == ' ') end--;
  return end < 0;
}
