// Copies as many bytes as the input says, up to one more than there is room for.
#include <klee/klee.h>
#include <string.h>

int main(void) {
  char from[9], to[8];
  memset(from, 'a', sizeof from);
  size_t n = (size_t)klee_range(0, 10, "n");
  memcpy(to, from, n); // bug: out-of-bounds-write
  return 0;
}
