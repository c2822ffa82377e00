/* The old plain names of the classification functions. */
#include <math.h>

int(isinff)(float x) { return __isinff(x); }
int(isinf)(double x) { return __isinf(x); }
int(isinfl)(long double x) { return __isinfl(x); }
int(isnanf)(float x) { return __isnanf(x); }
int(isnan)(double x) { return __isnan(x); }
int(isnanl)(long double x) { return __isnanl(x); }
int(finitef)(float x) { return __finitef(x); }
int(finite)(double x) { return __finite(x); }
int(finitel)(long double x) { return __finitel(x); }
