/* What the compiler calls for __builtin_powi: a whole power by repeated squaring. */

#define POWER(type, name)                                          \
  type name(type base, int power) {                                \
    type result = 1;                                               \
    for (unsigned n = power < 0 ? -(unsigned)power : (unsigned)power; n; n >>= 1) { \
      if (n & 1) result *= base;                                   \
      base *= base;                                                \
    }                                                              \
    return power < 0 ? 1 / result : result;                        \
  }

POWER(float, __powisf2)
POWER(double, __powidf2)
POWER(long double, __powixf2)
