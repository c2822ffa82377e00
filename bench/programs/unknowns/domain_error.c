// What libm says about arguments outside a function's domain.
#include <errno.h>
#include <klee/klee.h>
#include <math.h>

int main(void) {
  int x = klee_range(-10, 10, "x");
  errno = 0;
  double y = log(x);
  if (errno == EDOM)
    return 1;
  if (isinf(y))
    return 2;
  if (y > 2.0)
    return 3;
  return 0;
}
