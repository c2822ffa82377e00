// Inputs of the same name are different inputs, in order.
// expect-paths: 4
#include <klee/klee.h>

int main(void) {
  int result = 0;
  for (int i = 0; i < 2; i++) {
    int x = klee_int("x");
    if (x == i + 40) result++;
  }
  return result;
}
