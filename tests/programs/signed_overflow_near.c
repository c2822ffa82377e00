// Adds and multiplies numbers whose results just fit; unsigned arithmetic may wrap.
// flags: --check signed-overflow
// expect-paths: 1
#include <klee/klee.h>

int main(void) {
  int a = klee_range(1000000000, 1073741824, "a"), b = klee_range(1000000000, 1073741825, "b");
  int sum = a + b;
  int c = klee_range(0, 46341, "c");
  int square = c * c;
  unsigned wrapped = (unsigned)sum * 3u;
  return (sum > square) & (wrapped != 0);
}
