/* Hyperbolic functions and their inverses. */
#include "libm.h"

ONE(sinh)
ONE(cosh)
ONE(tanh)
ONE(asinh)
ONE(acosh)
ONE(atanh)
