// An unknown object of more bytes than the size in a test file can tell.
// run: --max-time 3s
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned long size = (1ul << 32) + 1;
  char *all = malloc(size);
  klee_make_symbolic(all, size, "all");
  return all[size - 1] == 'x';
}
