// A function of one byte that was called for all of them is known: nothing is lost.
// native-lib: library.c
// flags: --unknowns symcrete
// expect-paths: 2
#include <assert.h>
#include <klee/klee.h>

int native_square(int);

int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  int square = native_square(x & 15);
  if (square == 2)
    assert(0);
  if (square == 225)
    return 1;
  return 0;
}
