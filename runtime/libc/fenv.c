/* Directions of rounding: there is one. */
#include <fenv.h>

#include "internal.h"

int fegetround(void) { return FE_TONEAREST; }

int fesetround(int direction) {
  if (direction != FE_TONEAREST) __bowline_unsupported("rounding in another direction than to the nearest number");
  return 0;
}
