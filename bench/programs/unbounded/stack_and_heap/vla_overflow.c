// An array of variable length that no stack holds.
// bug: stack-overflow
// ends: yes
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

int main(void) {
  size_t n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n > 0);
  volatile char a[n];
  a[0] = 1;
  return a[0];
}
