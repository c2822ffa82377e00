// Adds two numbers whose sum does not fit, and multiplies two.
// flags: --check signed-overflow
// expect-paths: 1
#include <klee/klee.h>

int main(void) {
  int a = klee_range(1000000000, 1500000000, "a"), b = klee_range(1000000000, 1500000000, "b");
  int sum = a + b; // bug: signed-overflow
  int c = klee_range(0, 50000, "c");
  int square = c * c; // bug: signed-overflow
  return sum > square;
}
