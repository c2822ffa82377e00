// The same with a comparison.
// bug: none
// ends: yes
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

struct message {
  unsigned length;
  unsigned char body[];
};

int main(void) {
  size_t n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n >= sizeof(unsigned) && n < 1000000);
  struct message *m = malloc(n);
  if (!m) return 2;
  klee_make_symbolic(m, n, "m");
  if (m->length == 0 || m->length > n - sizeof *m) return 0;
  return m->body[m->length - 1];
}
