// The same the right way round, with powers of two.
// bug: none
// ends: yes
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

int main(void) {
  unsigned rows, i, j;
  klee_make_symbolic(&rows, sizeof rows, "rows");
  klee_make_symbolic(&i, sizeof i, "i");
  klee_make_symbolic(&j, sizeof j, "j");
  klee_assume(rows > 0 && rows < 1024 && i < rows && j < 512);
  char *cells = malloc(rows * 512);
  cells[i * 512 + j] = 1;
  return cells[i * 512 + j];
}
