// A size without a bound: both branches, and NULL for what no allocator gives. (Listing 1 of the paper of symcrete sizes.)
// flags: --sizes unbounded
// expect-paths: 4
#include <stdlib.h>
#include <klee/klee.h>

static int foo(int n) {
  char *s = malloc(n);
  if (!s) return 2;
  if (n == 1) {
    s[0] = 0;
  } else if (n > 1) {
    s[1] = 10;
  }
  return 1;
}

int main(void) {
  int n;
  klee_make_symbolic(&n, sizeof n, "n");
  return foo(n);
}
