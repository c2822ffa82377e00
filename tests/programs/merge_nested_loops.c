// Tests merging of a loop inside a merged loop: the inner states join first.
// flags: --loops merge --checks full
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  unsigned rows = klee_range(1, 4, "rows");
  unsigned columns = klee_range(1, 4, "columns");
  unsigned char *cells = malloc(rows * columns);
  unsigned sum = 0;
  for (unsigned r = 0; r < rows; r++)
    for (unsigned c = 0; c < columns; c++) {
      cells[r * columns + c] = 1;
      sum++;
    }
  klee_assert(sum == rows * columns);
  klee_assert(cells[rows * columns - 1] == 1);
  free(cells);
  return 0;
}
