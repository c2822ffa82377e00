// Output parameters of libm: the exponent of a number.
#include <klee/klee.h>

double frexp(double, int *);
double significand(double);
int ilogb(double);

int main(void) {
  int x = klee_range(1, 100000, "x");
  int log = ilogb((double)x);
  if (log == 5)
    return 1;
  if (log > 15)
    return 2;
  if (significand(x) == 1.5)
    return 3;
  return 0;
}
