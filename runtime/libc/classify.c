/* What kind of number: the functions behind isnan, isinf, isfinite, fpclassify and signbit. */
#include <math.h>
#include <string.h>

#include "float.h"

static int kind(struct binary n) {
  if (n.nan) return FP_NAN;
  if (n.infinite) return FP_INFINITE;
  if (n.mantissa == 0) return FP_ZERO;
  return n.mantissa >> (n.bits - 1) ? FP_NORMAL : FP_SUBNORMAL;
}

/* 1 for positive, -1 for negative infinity. */
static int infinite(struct binary n) { return n.infinite * (n.negative ? -1 : 1); }

static int is_finite(struct binary n) { return !(n.infinite | n.nan); }

int __fpclassifyf(float x) { return kind(__bowline_take_apart_float(x)); }
int __fpclassify(double x) { return kind(__bowline_take_apart(x)); }
int __fpclassifyl(long double x) { return kind(__bowline_take_apart_long(x)); }

int __isinff(float x) { return infinite(__bowline_take_apart_float(x)); }
int __isinf(double x) { return infinite(__bowline_take_apart(x)); }
int __isinfl(long double x) { return infinite(__bowline_take_apart_long(x)); }

int __isnanf(float x) { return __bowline_take_apart_float(x).nan; }
int __isnan(double x) { return __bowline_take_apart(x).nan; }
int __isnanl(long double x) { return __bowline_take_apart_long(x).nan; }

int __finitef(float x) { return is_finite(__bowline_take_apart_float(x)); }
int __finite(double x) { return is_finite(__bowline_take_apart(x)); }
int __finitel(long double x) { return is_finite(__bowline_take_apart_long(x)); }

int __signbitf(float x) { return __bowline_take_apart_float(x).negative; }
int __signbit(double x) { return __bowline_take_apart(x).negative; }
int __signbitl(long double x) { return __bowline_take_apart_long(x).negative; }
