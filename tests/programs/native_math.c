// A function of a shared library that only computes: with concrete arguments nothing is lost.
// native-lib: library.c
#include <assert.h>

double native_hypotenuse(double, double);
float native_half(float);
long double native_twice(long double);
int native_narrow(signed char, unsigned char, short);

int main(void) {
  assert(native_hypotenuse(3, 4) == 25);
  assert(native_half(5) == 2.5f);
  assert(native_twice(1.25L) == 2.5L);
  assert(native_narrow(-5, 250, -300) == -55);
  return 0;
}
