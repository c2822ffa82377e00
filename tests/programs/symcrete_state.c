// A call that changes variables of its library is not repeated: the path is confined to its arguments, as with `native`.
// native-lib: library.c
// flags: --unknowns symcrete
// expect-lost: concretised argument 1 of native_remember
#include <assert.h>
#include <klee/klee.h>

int native_remember(int);

int main(void) {
  int x = klee_range(1, 100, "x");
  int before = native_remember(x);
  assert(before == 0);
  assert(native_remember(5) == x);
  return 0;
}
