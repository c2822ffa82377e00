// An exponential grows past limits.
#include <klee/klee.h>
#include <math.h>

int main(void) {
  int years = klee_range(0, 200, "years");
  double sum = 100.0 * exp(years * 0.03);
  if (sum > 5000.0)
    return 1;
  if (sum > 1000.0)
    return 2;
  if (sum > 150.0)
    return 3;
  return 0;
}
