/* The logarithm of Gamma's magnitude, with the sign of Gamma on the side. */
#include "libm.h"

double __bowline_libm_lgamma(double x, int *error);
float __bowline_libm_lgammaf(float x, int *error);

int signgam;

/* Gamma is negative between -1 and 0, -3 and -2, and so on, and at -0; the poles count as positive. */
static int sign_of_gamma(double x) {
  if (x == 0) return signbit(x) ? -1 : 1;
  if (!(x < 0) || isinf(x)) return 1;
  double below = floor(x);
  return below != x && fmod(below, 2) != 0 ? -1 : 1;
}

double lgamma_r(double x, int *sign) {
  int error;
  double result = __bowline_libm_lgamma(x, &error);
  if (error) errno = error;
  *sign = sign_of_gamma(x);
  return result;
}

float lgammaf_r(float x, int *sign) {
  int error;
  float result = __bowline_libm_lgammaf(x, &error);
  if (error) errno = error;
  *sign = sign_of_gamma(x);
  return result;
}

double lgamma(double x) { return lgamma_r(x, &signgam); }
float lgammaf(float x) { return lgammaf_r(x, &signgam); }
double gamma(double x) { return lgamma_r(x, &signgam); }
float gammaf(float x) { return lgammaf_r(x, &signgam); }
