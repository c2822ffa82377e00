// Unknown contents of unknown size, of which a path looks at one byte: the rest of the test is zeros. (Like listing 5.)
// flags: --sizes unbounded
#include <stdlib.h>
#include <klee/klee.h>

int main(void) {
  size_t n;
  klee_make_symbolic(&n, sizeof n, "n");
  char *s = malloc(n);
  if (!s) return 2;
  klee_make_symbolic(s, n, "s");
  if (n > 100000 && s[100000] == 'x') {
    s[n] = 1; // bug: out-of-bounds-write // says: at offset 100001 of a heap object, which has 100001 bytes
  }
  if (n > 1000000 && s[n - 1] == 'y') return 3;
  return n > 0 && s[0] == 'z';
}
