// A cube root of an unknown whole number, compared with thresholds and with one exact value.
#include <klee/klee.h>
#include <math.h>

int main(void) {
  int x = klee_range(0, 10000, "x");
  double r = cbrt(x);
  if (r > 20.5)
    return 1;
  if (r == 3.0)
    return 2;
  if (r < 1.5)
    return 3;
  return 0;
}
