// Two objects whose sizes depend on each other: when one is made smaller the other follows. (Like listing 3.)
// flags: --sizes unbounded
#include <stdlib.h>
#include <klee/klee.h>

int main(void) {
  size_t n, m;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(&m, sizeof m, "m");
  klee_assume(n > 1000 && n < m && m < 1000000);
  char *a = malloc(n), *b = malloc(m);
  a[n - 1] = 1;
  b[n] = 2;
  if (m - n > 70000) {
    b[n + 70000] = 3;
    a[n] = 4; // bug: out-of-bounds-write // says: which has 1001 bytes
  }
  if (a[n - 1] != 1 || b[n] != 2) abort();
  return 0;
}
