/* The exponent of a number, as a number. */
#include <math.h>

double logb(double x) {
  if (x == 0) return -HUGE_VAL;
  if (isnan(x) || isinf(x)) return x * x;
  return ilogb(x);
}

float logbf(float x) { return (float)logb(x); }
