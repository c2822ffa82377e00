// Bytes of an element as hexadecimal digits, by a function that believes the size it is told.
// has: writes, calls
#include "../harness.h"

static int encode(char *to, int room, const char *from, int length) {
  int used = 0;
  for (int i = 0; i < length && used + 1 < room; i++) {
    to[used++] = "0123456789abcdef"[(unsigned char)from[i] >> 4]; // BUG
    to[used++] = "0123456789abcdef"[(unsigned char)from[i] & 15]; // BUG
  }
  return used;
}

int main(void) {
  char element[SIZE + 2];
  klee_make_symbolic(element, sizeof element, "element");
  int length = klee_range(0, SIZE + 3, "length");
  char out[SIZE];
  return encode(out, EITHER(4 * SIZE, SIZE), element, length);
}
