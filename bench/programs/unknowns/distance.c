// A point inside or outside a circle.
#include <klee/klee.h>
#include <math.h>

int main(void) {
  int x = klee_range(-50, 50, "x"), y = klee_range(-50, 50, "y");
  double distance = hypot(x, y);
  if (distance > 40.0)
    return 1;
  if (distance == 5.0)
    return 2;
  if (atan2(y, x) > 1.0)
    return 3;
  return 0;
}
