// Directions of rounding are not supported, and the report says so.
// expect-lost: rounding in another direction
// expect-paths: 1
#include <fenv.h>
#include <klee/klee.h>

int main(void) {
  if (fegetround() != FE_TONEAREST || fesetround(FE_TONEAREST)) return 1;
  if (klee_int("x") == 3) {
    fesetround(FE_UPWARD);
    volatile double third = 1.0;
    third /= 3.0;
    return third > 0.3333333333333333;
  }
  return 0;
}
