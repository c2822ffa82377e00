// Leaves a matrix through its last row; a column too large in another row stays inside and is no error.
// expect-paths: 1
#include <klee/klee.h>

static int matrix[3][4];

int main(void) {
  int row = klee_range(0, 3, "row"), column = klee_range(0, 5, "column");
  int *cells = &matrix[0][0];
  return cells[4 * row + column]; // bug: out-of-bounds-read
}
