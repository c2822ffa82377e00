// Aligned blocks of unknown size, and arrays counted in elements.
// flags: --capacity 128
// sizes: all
#define _GNU_SOURCE
#include <assert.h>
#include <bowline.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  size_t n = (size_t)bowline_range(1, 5, "n");
  char *a = aligned_alloc(32, 32 * n);
  void *b = 0;
  if (posix_memalign(&b, 64, n)) return 0;
  int *c = reallocarray(0, n, sizeof *c);
  long *d = calloc(n, sizeof *d);
  assert((uintptr_t)a % 32 == 0 && (uintptr_t)b % 64 == 0);
  a[32 * n - 1] = 1;
  ((char *)b)[n - 1] = 2;
  c[n - 1] = 3;
  int sum = a[32 * n - 1] + ((char *)b)[n - 1] + c[n - 1] + (int)d[n - 1];
  assert(sum == 6);
  if (n == 3) c[n] = 4; // bug: out-of-bounds-write // says: at offset 12
  free(a), free(b), free(c), free(d);
  return sum;
}
