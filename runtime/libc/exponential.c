/* Exponentials and logarithms. */
#include "libm.h"

ONE(exp)
ONE(exp2)
ONE(exp10)
ONE(expm1)
ONE(log)
ONE(log2)
ONE(log10)
ONE(log1p)
