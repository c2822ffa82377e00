// A fill of unknown length and byte changes exactly the bytes before the end.
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void) {
  unsigned char buffer[16] = {0}, byte;
  klee_make_symbolic(&byte, sizeof byte, "byte");
  klee_assume(byte != 0);
  int n = klee_range(0, 9, "n");
  memset(buffer + 3, byte, (size_t)n);
  int i = klee_range(0, 16, "i");
  assert((buffer[i] == byte) == ((i >= 3) & (i < 3 + n)));
  return 0;
}
