// A size that nothing but a branch far away asks for: a test has the smallest that takes it. (Like listing 4.)
// flags: --sizes unbounded
// expect-paths: 3
#include <stdlib.h>
#include <klee/klee.h>

int main(void) {
  size_t n;
  klee_make_symbolic(&n, sizeof n, "n");
  char *s = malloc(n);
  if (!s) return 2;
  if (n > 100000) {
    s[n - 1] = 1;
    return s[n - 1];
  }
  return 0;
}
