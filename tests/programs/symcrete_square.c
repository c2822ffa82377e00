// The result of a native call stays open: it is called again with other arguments, until both sides of a branch are taken. With few arguments nothing is lost.
// native-lib: library.c
// flags: --unknowns symcrete
// expect-paths: 3
#include <assert.h>
#include <klee/klee.h>

int native_square(int);

int main(void) {
  int x = klee_range(0, 100, "x");
  int square = native_square(x);
  if (square == 144)
    return x;
  if (square > 9000)
    return 1;
  if (square == 145)
    return 2;
  if (x == 3)
    assert(square == 10); // bug: assertion
  return 3;
}
