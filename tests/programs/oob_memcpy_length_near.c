// Copies as many bytes as the input says, up to all there is room for.
#include <klee/klee.h>
#include <string.h>

int main(void) {
  char from[9], to[8];
  memset(from, 'a', sizeof from);
  size_t n = (size_t)klee_range(0, 9, "n");
  memcpy(to, from, n);
  return 0;
}
