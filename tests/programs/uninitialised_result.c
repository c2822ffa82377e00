// The result of a function that ends without a `return` is whatever was there. Only who decides by it is wrong.
// flags: --check uninitialised-read
#include <klee/klee.h>

int sign(int number) {
  if (number > 0) return 1;
  if (number < 0) return -1;
}

int main(void) {
  int number = klee_int("number");
  sign(number);
  int copy = sign(number);
  if (number != 0 && copy == 0) klee_assert(0);
  if (copy == 1) return 1; // bug: uninitialised-read
  return 0;
}
