// Functions of libm on known numbers give what they give natively, errno included.
// expect-paths: 1
#include <assert.h>
#include <errno.h>
#include <klee/klee.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  volatile double two = 2, minus = -1;
  char text[64];
  snprintf(text, sizeof text, "%.17g %.17g %.9g", pow(two, 0.5), sin(two), (double)expf((float)two));
  assert(!strcmp(text, "1.4142135623730951 0.90929742682568171 7.38905621"));
  errno = 0;
  assert(isnan(log(minus)) && errno == EDOM);
  return klee_int("x") == 1;
}
