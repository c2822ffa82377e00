/* Signs of floating-point numbers. */
#include <math.h>
#include <stdint.h>
#include <string.h>

static const uint32_t SIGN_FLOAT = UINT32_C(1) << 31;
static const uint64_t SIGN = UINT64_C(1) << 63;

float copysignf(float x, float sign) {
  uint32_t a, b;
  memcpy(&a, &x, sizeof a);
  memcpy(&b, &sign, sizeof b);
  a = (a & ~SIGN_FLOAT) | (b & SIGN_FLOAT);
  memcpy(&x, &a, sizeof a);
  return x;
}

double copysign(double x, double sign) {
  uint64_t a, b;
  memcpy(&a, &x, sizeof a);
  memcpy(&b, &sign, sizeof b);
  a = (a & ~SIGN) | (b & SIGN);
  memcpy(&x, &a, sizeof a);
  return x;
}

long double copysignl(long double x, long double sign) {
  unsigned char a[sizeof x], b[sizeof sign];
  memcpy(a, &x, sizeof a);
  memcpy(b, &sign, sizeof b);
  a[9] = (unsigned char)((a[9] & 127) | (b[9] & 128));
  memcpy(&x, a, sizeof a);
  return x;
}

float fabsf(float x) { return copysignf(x, 1.0f); }
double fabs(double x) { return copysign(x, 1.0); }
long double fabsl(long double x) { return copysignl(x, 1.0L); }
