// The result of a function that ends without a `return` may be anything: both sides of a branch on it are explored.
// flags: --no-check uninitialised-read
// expect-paths: 5
#include <klee/klee.h>

int sign(int number) {
  if (number > 0) return 1;
  if (number < 0) return -1;
}

int main(void) {
  int number = klee_int("number");
  switch (sign(number)) {
  case 1: return 1;
  case -1: return 2;
  default: return 3;
  }
}
