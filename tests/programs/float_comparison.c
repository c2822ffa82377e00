// Comparisons of numbers that depend on input are exact, with or without symcretes: both sides of each are explored, and nothing is lost.
// expect-paths: 6
#include <klee/klee.h>
#include <math.h>

int main(void) {
  float x;
  double y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  if (x != x) return 1;
  if (x == 1.5f && -y > 0.25) {
    klee_assert(y != -0.5); // bug: assertion
    return 2;
  }
  if (y < 0.0) return 3;
  return 4;
}
