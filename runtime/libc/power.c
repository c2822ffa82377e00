/* Powers, roots and what goes with them. */
#include "libm.h"

TWO(pow)
TWO(hypot)
ONE(cbrt)
TWO(remainder)
TWO(nextafter)

double drem(double x, double y) { return remainder(x, y); }
float dremf(float x, float y) { return remainderf(x, y); }
