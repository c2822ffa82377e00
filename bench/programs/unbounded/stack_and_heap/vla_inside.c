// An array of variable length, used up to its end.
// bug: none
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
  a[n / 2] = 4;
  return a[n - 1];
}
