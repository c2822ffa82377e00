/*
 * Floating-point numbers as integers: taking them apart, rounding, and putting them together, for float, double and x87's
 * long double.
 */
#ifndef BOWLINE_LIBC_FLOAT_H
#define BOWLINE_LIBC_FLOAT_H

#include <stdint.h>

/* A binary format. A number's lowest bit has the weight 2^lowest or more, its highest 2^highest or less. */
struct float_format {
  int bits, lowest, highest;
};

extern const struct float_format __bowline_float, __bowline_double, __bowline_long_double;

/* A number of some format taken apart: mantissa * 2^exponent if it is finite; a NaN keeps its payload in the mantissa. */
struct binary {
  uint64_t mantissa;
  int exponent;
  int negative, infinite, nan;
  int bits; /* of the format's mantissa */
};

struct binary __bowline_take_apart_float(float number);
struct binary __bowline_take_apart(double number);
struct binary __bowline_take_apart_long(long double number);

/* The inverse, for a number that has the format. */
float __bowline_compose_float(struct binary number);
double __bowline_compose(struct binary number);
long double __bowline_compose_long(struct binary number);

/* A positive number before rounding: its highest 64 bits, the highest of them set, and what follows them. */
struct exact {
  uint64_t top;
  int64_t exponent; /* of the lowest bit of `top` */
  int half, sticky; /* the bit after, and whether any bit after that is set */
};

/* Rounds half to even. Sets errno to ERANGE on overflow to infinity and on inexact results below the normal numbers. */
struct binary __bowline_round_to(const struct float_format *format, struct exact exact);

/* mantissa * 2^exponent, rounded; the mantissa may be any number. */
struct binary __bowline_round_integer(const struct float_format *format, uint64_t mantissa, int64_t exponent);

#endif
