// Compound interest by pow: how many whole units.
#include <klee/klee.h>
#include <math.h>

int main(void) {
  int rate = klee_range(0, 100, "rate");
  int units = (int)pow(1.0 + rate / 100.0, 10);
  if (units == 1)
    return 1;
  if (units >= 500)
    return 2;
  if (units % 2)
    return 3;
  return 0;
}
