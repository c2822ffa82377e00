// No room for the terminating zero.
// bug: out-of-bounds-write
// ends: yes
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

int main(void) {
  size_t n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n > 90000 && n < 1000000);
  char *text = malloc(n);
  if (!text) return 2;
  memset(text, 'a', n);
  text[n] = 0;
  return 0;
}
