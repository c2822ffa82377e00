// Negates the smallest number.
// flags: --check signed-overflow
// expect-paths: 1
#include <klee/klee.h>

int main(void) {
  int x = klee_int("x");
  int negated = -x; // bug: signed-overflow
  return negated == 5;
}
