/* Error functions, Gamma and Bessel functions. */
#include "libm.h"

ONE(erf)
ONE(erfc)
ONE(tgamma)
ONE(j0)
ONE(j1)
ONE(y0)
ONE(y1)
