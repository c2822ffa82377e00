// Memory is filled, copied and compared by the gigabyte.
// run: --max-time 3s
#include <stdlib.h>
#include <string.h>
int main(void) {
  unsigned long size = 3ul << 30;
  char *a = malloc(size), *b = malloc(size);
  memset(a, 1, size);
  memcpy(b, a, size);
  return memcmp(a, b, size);
}
