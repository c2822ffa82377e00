// What no call gave is listed, with the function and the line.
// native-lib: library.c
// flags: --unknowns symcrete
// expect-lost: concretised a result that no call gave: native_square at line 14
// expect-paths: 2
#include <klee/klee.h>

int native_square(int);

int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  int square = native_square(x);
  if (square == 1234567890)
    return 1;
  if (square == 169)
    return 2;
  return 0;
}
