/* The host's libm behind our wrappers: results bit by bit, errno, and what is computed around it. */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "compare.h"

#define ALL(name) OURS(name); OURS(name##f)
ALL(sin); ALL(cos); ALL(tan); ALL(asin); ALL(acos); ALL(atan); ALL(sinh); ALL(cosh); ALL(tanh); ALL(asinh); ALL(acosh); ALL(atanh);
ALL(exp); ALL(exp2); ALL(exp10); ALL(expm1); ALL(log); ALL(log2); ALL(log10); ALL(log1p); ALL(cbrt); ALL(erf); ALL(erfc);
ALL(lgamma); ALL(tgamma); ALL(j0); ALL(j1); ALL(y0); ALL(y1); ALL(atan2); ALL(pow); ALL(hypot); ALL(remainder); ALL(nextafter);
ALL(logb);
OURS(lgamma_r); OURS(sincos);

static int same_double(double a, double b) { return !memcmp(&a, &b, sizeof a) || (a != a && b != b); }
static int same_float(float a, float b) { return !memcmp(&a, &b, sizeof a) || (a != a && b != b); }

static double any(void) {
  static const double special[] = {0.0, -0.0, 1, -1, 0.5, 2, -2, -3, -2.5, 1e300, -1e300, 1e-310, 709.9, -745.2, INFINITY, -INFINITY, NAN};
  if (below(4) == 0) return special[below(sizeof special / sizeof *special)];
  double x = (double)(int64_t)random_bits();
  return ldexp(x, -(int)below(90));
}

#define ONE(name)                                                                                                    \
  do {                                                                                                               \
    errno = *ours_errno() = 0;                                                                                       \
    double result = name(x), ours = bl_##name(x);                                                                    \
    check(same_double(result, ours) && errno == *ours_errno(), #name "(%a): %a (%d), not %a (%d)", x, ours, *ours_errno(), result, errno); \
    errno = *ours_errno() = 0;                                                                                       \
    float small = name##f((float)x), our_small = bl_##name##f((float)x);                                             \
    check(same_float(small, our_small) && errno == *ours_errno(), #name "f(%a)", x);                                 \
  } while (0)

#define TWO(name)                                                                                                    \
  do {                                                                                                               \
    errno = *ours_errno() = 0;                                                                                       \
    double result = name(x, y), ours = bl_##name(x, y);                                                              \
    check(same_double(result, ours) && errno == *ours_errno(), #name "(%a, %a): %a, not %a", x, y, ours, result);    \
    errno = *ours_errno() = 0;                                                                                       \
    float small = name##f((float)x, (float)y), our_small = bl_##name##f((float)x, (float)y);                         \
    check(same_float(small, our_small) && errno == *ours_errno(), #name "f(%a, %a)", x, y);                          \
  } while (0)

void compare_libm(void) {
  for (int turn = 0; turn < 3000; turn++) {
    double x = any(), y = any();
    ONE(sin); ONE(cos); ONE(tan); ONE(asin); ONE(acos); ONE(atan); ONE(sinh); ONE(cosh); ONE(tanh); ONE(asinh); ONE(acosh); ONE(atanh);
    ONE(exp); ONE(exp2); ONE(exp10); ONE(expm1); ONE(log); ONE(log2); ONE(log10); ONE(log1p); ONE(cbrt); ONE(erf); ONE(erfc);
    ONE(lgamma); ONE(tgamma); ONE(j0); ONE(j1); ONE(y0); ONE(y1); ONE(logb);
    TWO(atan2); TWO(pow); TWO(hypot); TWO(remainder); TWO(nextafter);
    int theirs = 0, ours = 0;
    lgamma_r(x, &theirs), bl_lgamma_r(x, &ours);
    check(theirs == ours, "lgamma_r(%a): sign %d, not %d", x, ours, theirs);
    double s, c, our_s, our_c;
    sincos(x, &s, &c), bl_sincos(x, &our_s, &our_c);
    check(same_double(s, our_s) && same_double(c, our_c), "sincos(%a)", x);
  }
}
