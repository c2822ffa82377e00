/* Smaller, larger and positive difference; a NaN counts as missing for the first two. */
#include <math.h>

#define ALL_WIDTHS(type, suffix)                                                                               \
  type fmin##suffix(type a, type b) {                                                                          \
    if (__isnan##suffix(a)) return b;                                                                          \
    if (__isnan##suffix(b)) return a;                                                                          \
    return a < b || (a == b && __signbit##suffix(a)) ? a : b;                                                  \
  }                                                                                                            \
  type fmax##suffix(type a, type b) {                                                                          \
    if (__isnan##suffix(a)) return b;                                                                          \
    if (__isnan##suffix(b)) return a;                                                                          \
    return a > b || (a == b && !__signbit##suffix(a)) ? a : b;                                                 \
  }                                                                                                            \
  type fdim##suffix(type a, type b) { return __isnan##suffix(a) ? a : __isnan##suffix(b) ? b : a > b ? a - b : 0; }

ALL_WIDTHS(float, f)
ALL_WIDTHS(double, )
ALL_WIDTHS(long double, l)
