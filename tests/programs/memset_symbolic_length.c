// A fill of unknown length, byte and start.
// expect-paths: 1
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void) {
  unsigned char buffer[16] = {0}, byte;
  klee_make_symbolic(&byte, sizeof byte, "byte");
  klee_assume(byte != 0);
  int start = klee_range(0, 8, "start"), n = klee_range(0, 9, "n");
  memset(buffer + start, byte, (size_t)n);
  int i = klee_range(0, 16, "i");
  assert((buffer[i] == byte) == ((i >= start) & (i < start + n)));
  return 0;
}
