/* The parts of complex numbers. */
#include <complex.h>

#define PARTS(type, suffix)                                                 \
  type(creal##suffix)(type _Complex z) { return __real__ z; }               \
  type(cimag##suffix)(type _Complex z) { return __imag__ z; }               \
  type _Complex(conj##suffix)(type _Complex z) {                            \
    __imag__ z = -__imag__ z;                                               \
    return z;                                                               \
  }

PARTS(float, f)
PARTS(double, )
PARTS(long double, l)
