// A capacity for one allocation only: sizes up to 9 there, up to 4 elsewhere.
// flags: --capacity 4 --capacity-at sizes_capacity_at.c:14=9
// expect-lost: sizes above 9 at line 14
// expect-lost: sizes above 4 at line 17
// sizes: all
#include <bowline.h>
#include <stdlib.h>

int main(void) {
  size_t n, m;
  bowline_symbolic(&n, sizeof n, "n");
  bowline_symbolic(&m, sizeof m, "m");
  bowline_assume((n >= 8) & (n <= 20) & (m >= 1) & (m <= 20));
  char *first = malloc(n);
  if (!first) return 0;
  first[8] = 1; // bug: out-of-bounds-write // says: at offset 8
  char *second = malloc(m);
  if (second) second[m - 1] = 2;
  int last = second ? second[m - 1] : 0;
  free(first);
  free(second);
  return last;
}
