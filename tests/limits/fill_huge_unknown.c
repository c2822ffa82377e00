// A gigabyte is filled with an unknown byte.
// run: --max-time 3s
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  unsigned long size = 1ul << 30;
  char *a = malloc(size), *b = malloc(size);
  memset(a, klee_int("byte"), size);
  memcpy(b, a, size);
  return b[77] == 5;
}
