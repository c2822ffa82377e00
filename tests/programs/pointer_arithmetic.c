// Differences and comparisons of pointers, and pointers as integers.
// expect-paths: 1
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>

int main(void) {
  long values[10];
  int i = klee_range(0, 10, "i"), k = klee_range(0, 10, "k");
  long *p = &values[i], *q = &values[k];
  assert(p - q == i - k);
  assert((p < q) == (i < k) && (p == q) == (i == k));
  uintptr_t number = (uintptr_t)p;
  assert(*(volatile char *)(number & ~(uintptr_t)0) == *(volatile char *)p);
  assert((long *)(number + sizeof(long)) == p + 1);
  uintptr_t tagged = number | 1;
  assert((long *)(tagged - 1) == p);
  return 0;
}
