// The element behind an array of variable length.
// bug: out-of-bounds-write
// ends: yes
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

int main(void) {
  size_t n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n > 0 && n < 200000);
  int a[n];
  a[n - 1] = 3;
  if (n == 123456) a[n] = 4;
  return a[n - 1];
}
