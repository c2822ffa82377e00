// A local variable of unknown size that does not fit the stack.
// flags: --sizes unbounded
#include <klee/klee.h>
#include <stddef.h>

int main(void) {
  size_t n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n > 0);
  volatile char vla[n]; // bug: stack-overflow // says: a local variable of 8388
  vla[0] = 1;
  return vla[0];
}
