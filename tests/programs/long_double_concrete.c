// The 80-bit format: 64 bits of mantissa, its own range, conversion to and from integers.
// expect-paths: 1
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  volatile long double one = 1.0L, third = one / 3;
  assert(one + 1.0842021724855044340e-19L > one && one + 5.4210108624275221700e-20L == one);
  assert((double)third != third && third * 3 == one);
  assert((unsigned long)18446744073709551615.0L == 18446744073709551615ul);
  assert((long double)0xffffffffffffffffull - 1 == 18446744073709551614.0L);
  volatile long double huge = 1e4000L;
  assert(huge * huge > huge && huge / 1e4000L == 1);
  volatile double less_precise = 0.1;
  assert(strtold("0.1", NULL) == 0.1L && less_precise != 0.1L);
  return klee_int("x") == 1;
}
