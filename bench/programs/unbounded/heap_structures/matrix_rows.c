// Rows and columns are swapped in an index.
// bug: out-of-bounds-write
// ends: yes
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

int main(void) {
  unsigned rows, columns, i, j;
  klee_make_symbolic(&rows, sizeof rows, "rows");
  klee_make_symbolic(&columns, sizeof columns, "columns");
  klee_make_symbolic(&i, sizeof i, "i");
  klee_make_symbolic(&j, sizeof j, "j");
  klee_assume(rows > 0 && rows < 1024 && columns > 0 && columns < 512 && i < rows && j < columns);
  char *cells = malloc(rows * columns);
  cells[i * rows + j] = 1;
  return 0;
}
