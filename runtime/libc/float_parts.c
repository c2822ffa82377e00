/* Taking floating-point numbers apart and putting them together, by their bits. */
#include "float.h"

#include <string.h>

const struct float_format __bowline_float = {24, -149, 127};
const struct float_format __bowline_double = {53, -1074, 1023};
const struct float_format __bowline_long_double = {64, -16445, 16383};

/* The interchange formats store `fraction` bits of the mantissa below a biased exponent below the sign. */
static struct binary decode(uint64_t bits, int fraction, int bias) {
  int special = 2 * bias + 1, exponent = (int)(bits >> fraction) & special;
  uint64_t stored = bits & ((UINT64_C(1) << fraction) - 1);
  struct binary result = {.bits = fraction + 1};
  result.infinite = exponent == special && stored == 0;
  result.nan = exponent == special && stored != 0;
  result.mantissa = exponent && !result.nan ? stored | UINT64_C(1) << fraction : stored;
  result.exponent = (exponent ? exponent : 1) - bias - fraction;
  return result;
}

static uint64_t encode(struct binary number, int fraction, int bias) {
  uint64_t special = 2 * (uint64_t)bias + 1, mask = (UINT64_C(1) << fraction) - 1;
  if (number.infinite) return special << fraction;
  if (number.nan) return special << fraction | UINT64_C(1) << (fraction - 1) | (number.mantissa & (mask >> 1));
  /* The leading bit of a normal number adds one to the exponent field. */
  int64_t field = number.mantissa >> fraction ? number.exponent + bias + fraction - 1 : 0;
  return ((uint64_t)field << fraction) + number.mantissa;
}

struct binary __bowline_take_apart_float(float number) {
  uint32_t bits;
  memcpy(&bits, &number, sizeof bits);
  struct binary result = decode(bits, 23, 127);
  result.negative = (int)(bits >> 31);
  return result;
}

struct binary __bowline_take_apart(double number) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  struct binary result = decode(bits, 52, 1023);
  result.negative = (int)(bits >> 63);
  return result;
}

float __bowline_compose_float(struct binary number) {
  uint32_t bits = (uint32_t)encode(number, 23, 127) | (uint32_t)number.negative << 31;
  float result;
  memcpy(&result, &bits, sizeof bits);
  return result;
}

double __bowline_compose(struct binary number) {
  uint64_t bits = encode(number, 52, 1023) | (uint64_t)number.negative << 63;
  double result;
  memcpy(&result, &bits, sizeof bits);
  return result;
}

/* x87's format stores the leading bit as well. */
struct extended {
  uint64_t mantissa;
  uint16_t head;
};

static const uint64_t LEADING = UINT64_C(1) << 63;

struct binary __bowline_take_apart_long(long double number) {
  struct extended parts;
  memcpy(&parts, &number, 10);
  int exponent = parts.head & 32767;
  struct binary result = {.negative = parts.head >> 15, .bits = 64};
  result.infinite = exponent == 32767 && !(parts.mantissa & ~LEADING);
  result.nan = exponent == 32767 && (parts.mantissa & ~LEADING);
  result.mantissa = result.nan ? parts.mantissa & ~LEADING : parts.mantissa;
  result.exponent = (exponent ? exponent : 1) - 16383 - 63;
  return result;
}

long double __bowline_compose_long(struct binary number) {
  struct extended parts = {number.mantissa, 0};
  if (number.infinite || number.nan) {
    parts.head = 32767;
    parts.mantissa = LEADING;
    if (number.nan) parts.mantissa |= LEADING >> 1 | (number.mantissa & ((LEADING >> 1) - 1));
  } else if (number.mantissa & LEADING) {
    parts.head = (uint16_t)(number.exponent + 16383 + 63);
  }
  parts.head |= (uint16_t)(number.negative << 15);
  long double result = 0;
  memcpy(&result, &parts, 10);
  return result;
}
