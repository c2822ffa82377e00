/* Trigonometric functions and their inverses. */
#include "libm.h"

ONE(sin)
ONE(cos)
ONE(tan)
ONE(asin)
ONE(acos)
ONE(atan)
TWO(atan2)

void sincos(double x, double *sine, double *cosine) {
  *sine = sin(x);
  *cosine = cos(x);
}

void sincosf(float x, float *sine, float *cosine) {
  *sine = sinf(x);
  *cosine = cosf(x);
}
