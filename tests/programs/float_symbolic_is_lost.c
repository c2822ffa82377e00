// A floating-point number that depends on input is fixed to one value, and the report says so.
// expect-lost: concretised
#include <klee/klee.h>

int main(void) {
  int x = klee_range(0, 100, "x");
  double half = x / 2.0;
  return half > 10;
}
