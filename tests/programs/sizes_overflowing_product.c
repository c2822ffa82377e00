// The product of an unknown count and a size wraps around, as in C: a small block for many elements. calloc and
// reallocarray notice.
// sizes: all
#define _GNU_SOURCE
#include <assert.h>
#include <bowline.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  size_t n;
  bowline_symbolic(&n, sizeof n, "n");
  bowline_assume(n >= SIZE_MAX / 16 + 1);
  bowline_assume(n <= SIZE_MAX / 16 + 3);
  if (bowline_choose(2, "checked")) {
    assert(!calloc(n, 16) && !reallocarray(0, n, 16));
    return 0;
  }
  char *rows = malloc(n * 16);
  if (!rows) return 0;
  rows[16] = 1; // bug: out-of-bounds-write // says: at offset 16
  free(rows);
  return 0;
}
