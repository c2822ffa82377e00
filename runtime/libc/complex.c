/*
 * What the compiler calls to multiply and divide complex numbers, with the infinities of the C standard's annex G: a product with an
 * infinite factor is infinite even if its parts come out as NaN.
 */
#include <math.h>

/* An infinite part counts as one and a finite one as zero, both with their signs. */
#define BOX(x, suffix) copysign##suffix(__isinf##suffix(x) ? 1 : 0, x)
#define NO_NAN(x, suffix) (__isnan##suffix(x) ? copysign##suffix(0, x) : (x))

#define MULTIPLY(type, suffix, name)                                                                    \
  type _Complex name(type a, type b, type c, type d) {                                                  \
    type ac = a * c, bd = b * d, ad = a * d, bc = b * c;                                                \
    type real = ac - bd, imaginary = ad + bc;                                                           \
    if (__isnan##suffix(real) && __isnan##suffix(imaginary)) {                                          \
      int again = 0;                                                                                    \
      if (__isinf##suffix(a) || __isinf##suffix(b)) {                                                   \
        a = BOX(a, suffix), b = BOX(b, suffix), c = NO_NAN(c, suffix), d = NO_NAN(d, suffix);           \
        again = 1;                                                                                      \
      }                                                                                                 \
      if (__isinf##suffix(c) || __isinf##suffix(d)) {                                                   \
        c = BOX(c, suffix), d = BOX(d, suffix), a = NO_NAN(a, suffix), b = NO_NAN(b, suffix);           \
        again = 1;                                                                                      \
      }                                                                                                 \
      if (!again && (__isinf##suffix(ac) || __isinf##suffix(bd) || __isinf##suffix(ad) || __isinf##suffix(bc))) { \
        a = NO_NAN(a, suffix), b = NO_NAN(b, suffix), c = NO_NAN(c, suffix), d = NO_NAN(d, suffix);     \
        again = 1;                                                                                      \
      }                                                                                                 \
      if (again) {                                                                                      \
        real = (type)INFINITY * (a * c - b * d);                                                        \
        imaginary = (type)INFINITY * (a * d + b * c);                                                   \
      }                                                                                                 \
    }                                                                                                   \
    type _Complex result;                                                                               \
    __real__ result = real;                                                                             \
    __imag__ result = imaginary;                                                                        \
    return result;                                                                                      \
  }

MULTIPLY(float, f, __mulsc3)
MULTIPLY(double, , __muldc3)
MULTIPLY(long double, l, __mulxc3)

/* The divisor is scaled to about 1, so that its square neither overflows nor vanishes. */
#define DIVIDE(type, suffix, name)                                                                      \
  type _Complex name(type a, type b, type c, type d) {                                                  \
    type larger = fmax##suffix(fabs##suffix(c), fabs##suffix(d));                                       \
    int scale = larger != 0 && __finite##suffix(larger) ? ilogb##suffix(larger) : 0;                    \
    c = scalbn##suffix(c, -scale);                                                                      \
    d = scalbn##suffix(d, -scale);                                                                      \
    type square = c * c + d * d;                                                                        \
    type real = scalbn##suffix((a * c + b * d) / square, -scale);                                       \
    type imaginary = scalbn##suffix((b * c - a * d) / square, -scale);                                  \
    if (__isnan##suffix(real) && __isnan##suffix(imaginary)) {                                          \
      if (square == 0 && (!__isnan##suffix(a) || !__isnan##suffix(b))) {                                \
        real = copysign##suffix((type)INFINITY, c) * a;                                                 \
        imaginary = copysign##suffix((type)INFINITY, c) * b;                                            \
      } else if ((__isinf##suffix(a) || __isinf##suffix(b)) && __finite##suffix(c) && __finite##suffix(d)) { \
        a = BOX(a, suffix), b = BOX(b, suffix);                                                         \
        real = (type)INFINITY * (a * c + b * d);                                                        \
        imaginary = (type)INFINITY * (b * c - a * d);                                                   \
      } else if (__isinf##suffix(larger) && __finite##suffix(a) && __finite##suffix(b)) {               \
        c = BOX(c, suffix), d = BOX(d, suffix);                                                         \
        real = 0 * (a * c + b * d);                                                                     \
        imaginary = 0 * (b * c - a * d);                                                                \
      }                                                                                                 \
    }                                                                                                   \
    type _Complex result;                                                                               \
    __real__ result = real;                                                                             \
    __imag__ result = imaginary;                                                                        \
    return result;                                                                                      \
  }

DIVIDE(float, f, __divsc3)
DIVIDE(double, , __divdc3)
DIVIDE(long double, l, __divxc3)
