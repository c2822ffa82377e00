// A length in a header that nobody compares with what was received.
// bug: out-of-bounds-read
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
  if (m->length < 65536) return 0;
  return m->body[m->length - 1];
}
