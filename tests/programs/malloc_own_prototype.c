// A program that declares malloc and memset itself, with narrower sizes than they have.
// flags: --capacity 8
// expect-lost: sizes above 8
#include <klee/klee.h>

void *malloc(unsigned int);
void *memset(void *, int, unsigned int);
void free(void *);

int main(void) {
  unsigned n = (unsigned)klee_int("n");
  char *p = malloc(n);
  int sum = 0;
  memset(p, 1, n);
  for (unsigned i = 0; i < n; i++) sum += p[i];
  if (sum == 7) p[n] = 0; // bug: out-of-bounds-write
  free(p);
  return sum;
}
