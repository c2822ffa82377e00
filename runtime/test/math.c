/* The functions of <math.h> that are written here, bit by bit. */
#include <math.h>
#include <string.h>

#include "compare.h"

extern int __isnan(double), __isnanf(float), __isnanl(long double), __isinf(double), __isinff(float), __isinfl(long double);
extern int __finite(double), __finitef(float), __finitel(long double), __fpclassify(double), __fpclassifyf(float);
extern int __fpclassifyl(long double), __signbit(double), __signbitf(float), __signbitl(long double);

#define ALL(name) OURS(name); OURS(name##f); OURS(name##l)
ALL(floor); ALL(ceil); ALL(trunc); ALL(round); ALL(rint); ALL(nearbyint); ALL(sqrt); ALL(fabs); ALL(modf); ALL(frexp); ALL(ldexp);
ALL(scalbn); ALL(fmod); ALL(copysign); ALL(lround); ALL(lrint); ALL(ilogb); ALL(fmin); ALL(fmax); ALL(fdim);
OURS(fma); OURS(fmaf);
ALL(__isnan); ALL(__isinf); ALL(__finite); ALL(__fpclassify); ALL(__signbit);

extern double _Complex __muldc3(double, double, double, double), __divdc3(double, double, double, double);
extern float _Complex __mulsc3(float, float, float, float);
extern long double _Complex __mulxc3(long double, long double, long double, long double);
OURS(__muldc3); OURS(__mulsc3); OURS(__mulxc3); OURS(__divdc3);

static int same_float(float a, float b) { return !memcmp(&a, &b, 4) || (a != a && b != b); }
static int same_double(double a, double b) { return !memcmp(&a, &b, 8) || (a != a && b != b); }
static int same_long(long double a, long double b) { return !memcmp(&a, &b, 10) || (a != a && b != b); }

static float any_float(void) {
  uint32_t bits = (uint32_t)random_bits();
  if (below(2)) bits = (bits & 0x807fffff) | (127 - 30 + below(70)) << 23;
  if (below(16) == 0) bits &= 0x807fffff;
  if (below(16) == 0) bits &= 0xff800000;
  if ((bits & 0x7f800000) == 0x7f800000 && bits << 9) bits |= 1u << 22; /* quiet */
  float x;
  memcpy(&x, &bits, 4);
  return below(8) ? x : (float)((int)below(40) - 20) / 4;
}

static double any_double(void) {
  uint64_t bits = random_bits();
  if (below(2)) bits = (bits & UINT64_C(0x800fffffffffffff)) | (uint64_t)(1023 - 60 + below(130)) << 52;
  if (below(16) == 0) bits &= UINT64_C(0x800fffffffffffff);
  if (below(16) == 0) bits &= UINT64_C(0xfff0000000000000);
  if ((bits >> 52 & 2047) == 2047 && bits << 12) bits |= UINT64_C(1) << 51; /* quiet */
  double x;
  memcpy(&x, &bits, 8);
  return below(8) ? x : ((int)below(40) - 20) / 4.0;
}

static long double any_long(void) {
  struct {
    uint64_t mantissa;
    uint16_t head;
  } parts = {random_bits() | UINT64_C(1) << 63, (uint16_t)(random_bits() & 0xbfff)};
  if (below(2)) parts.head = (uint16_t)((16383 - 70 + below(150)) | below(2) << 15);
  if (below(16) == 0) parts.head &= 0x8000;
  if (below(16) == 0) parts.mantissa = UINT64_C(1) << 63;
  if ((parts.head & 32767) == 0) parts.mantissa &= ~(UINT64_C(1) << 63);
  if (below(8) == 0) return any_double();
  long double x = 0;
  memcpy(&x, &parts, 10);
  return x;
}

#define UNARY(name)                                                                   \
  check(same_float(name##f(f), bl_##name##f(f)), #name "f(%a)", f);                   \
  check(same_double(name(d), bl_##name(d)), #name "(%a): %a, not %a", d, bl_##name(d), name(d)); \
  check(same_long(name##l(l), bl_##name##l(l)), #name "l(%La)", l)

#define BINARY(name)                                                                  \
  check(same_float(name##f(f, g), bl_##name##f(f, g)), #name "f(%a, %a)", f, g);      \
  check(same_double(name(d, e), bl_##name(d, e)), #name "(%a, %a): %a, not %a", d, e, bl_##name(d, e), name(d, e)); \
  check(same_long(name##l(l, m), bl_##name##l(l, m)), #name "l(%La, %La)", l, m)

#define CLASS(name)                                          \
  check(name##f(f) == bl_##name##f(f), #name "f(%a)", f);    \
  check(name(d) == bl_##name(d), #name "(%a)", d);           \
  check(name##l(l) == bl_##name##l(l), #name "l(%La)", l)

#define TRUTH(name)                                            \
  check(!name##f(f) == !bl_##name##f(f), #name "f(%a)", f);    \
  check(!name(d) == !bl_##name(d), #name "(%a)", d);           \
  check(!name##l(l) == !bl_##name##l(l), #name "l(%La)", l)

static void parts(float f, double d, long double l) {
  float wf = 0, vf = 0;
  double wd = 0, vd = 0;
  long double wl = 0, vl = 0;
  int i = 0, k = 0;
  check(same_float(modff(f, &wf), bl_modff(f, &vf)) && same_float(wf, vf), "modff(%a)", f);
  check(same_double(modf(d, &wd), bl_modf(d, &vd)) && same_double(wd, vd), "modf(%a)", d);
  check(same_long(modfl(l, &wl), bl_modfl(l, &vl)) && same_long(wl, vl), "modfl(%La)", l);
  check(same_double(frexp(d, &i), bl_frexp(d, &k)) && (i == k || !isfinite(d)), "frexp(%a)", d);
  check(same_float(frexpf(f, &i), bl_frexpf(f, &k)) && (i == k || !isfinite(f)), "frexpf(%a)", f);
  check(same_long(frexpl(l, &i), bl_frexpl(l, &k)) && (i == k || !isfinite(l)), "frexpl(%La)", l);
  int power = (int)below(4400) - 2200;
  check(same_double(ldexp(d, power), bl_ldexp(d, power)), "ldexp(%a, %d)", d, power);
  check(same_float(ldexpf(f, power / 8), bl_ldexpf(f, power / 8)), "ldexpf(%a, %d)", f, power / 8);
  check(same_long(scalbnl(l, power * 15), bl_scalbnl(l, power * 15)), "scalbnl(%La, %d)", l, power * 15);
}

static void complex_numbers(double a, double b, double c, double d) {
  double _Complex x = __muldc3(a, b, c, d), y = bl___muldc3(a, b, c, d);
  check(same_double(__real__ x, __real__ y) && same_double(__imag__ x, __imag__ y), "__muldc3(%a, %a, %a, %a)", a, b, c, d);
  long double _Complex v = __mulxc3(a, b, c, d), w = bl___mulxc3(a, b, c, d);
  check(same_long(__real__ v, __real__ w) && same_long(__imag__ v, __imag__ w), "__mulxc3(%a, %a, %a, %a)", a, b, c, d);
  float e = (float)a, f = (float)b, g = (float)c, h = (float)d;
  float _Complex p = __mulsc3(e, f, g, h), q = bl___mulsc3(e, f, g, h);
  check(same_float(__real__ p, __real__ q) && same_float(__imag__ p, __imag__ q), "__mulsc3(%a, %a, %a, %a)", e, f, g, h);
  /* Quotients may differ in the last bits between libraries, except where they are whole numbers. */
  int r = (int)below(200) - 100, s = (int)below(200) - 100, t = (int)below(20) + 1, u = (int)below(20) - 10;
  double _Complex exact = bl___divdc3(r * t - s * u, r * u + s * t, t, u);
  check(__real__ exact == r && __imag__ exact == s, "__divdc3 of (%d, %d) * (%d, %d)", r, s, t, u);
}

/* Sums that nearly cancel are where one rounding differs from two. */
static void fused(float f, float g, double d, double e) {
  float h = below(2) ? any_float() : -f * g;
  double c = below(2) ? any_double() : -d * e;
  check(same_float(fmaf(f, g, h), bl_fmaf(f, g, h)), "fmaf(%a, %a, %a)", f, g, h);
  check(same_double(fma(d, e, c), bl_fma(d, e, c)), "fma(%a, %a, %a)", d, e, c);
}

void compare_math(void) {
  for (int turn = 0; turn < 10000; turn++) {
    float f = any_float(), g = any_float();
    double d = any_double(), e = any_double();
    long double l = any_long(), m = any_long();
    UNARY(floor); UNARY(ceil); UNARY(trunc); UNARY(round); UNARY(rint); UNARY(nearbyint); UNARY(fabs); UNARY(sqrt);
    BINARY(fmod); BINARY(copysign); BINARY(fdim);
    /* Which of two zeros is returned is not specified. */
    if (f != g && d != e && l != m) {
      BINARY(fmin);
      BINARY(fmax);
    }
    CLASS(lround); CLASS(lrint); CLASS(__isinf); CLASS(__fpclassify);
    TRUTH(__isnan); TRUTH(__finite); TRUTH(__signbit);
    if (isfinite(d) && d != 0) check(ilogb(d) == bl_ilogb(d), "ilogb(%a)", d);
    fused(f, g, d, e);
    parts(f, d, l);
    complex_numbers(d, any_double(), e, any_double());
    if (below(4) == 0) complex_numbers(INFINITY, e, -INFINITY, d);
  }
}
