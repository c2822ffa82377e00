// Room for it.
// bug: none
// ends: yes
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

int main(void) {
  size_t n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n > 90000 && n < 1000000);
  char *text = malloc(n + 1);
  if (!text) return 2;
  memset(text, 'a', n);
  text[n] = 0;
  return text[n] == 0 && text[n - 1] == 'a' ? 0 : 1;
}
