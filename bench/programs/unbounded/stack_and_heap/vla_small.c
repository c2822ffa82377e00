// The same, where the length is checked.
// bug: none
// ends: yes
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

int main(void) {
  size_t n;
  klee_make_symbolic(&n, sizeof n, "n");
  if (n == 0 || n > 4000000) return 1;
  volatile char a[n];
  a[0] = 1;
  return a[0];
}
