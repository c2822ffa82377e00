// A quadrant by the signs of sine and cosine.
#include <klee/klee.h>
#include <math.h>

int main(void) {
  int degrees = klee_range(0, 360, "degrees");
  double radians = degrees * 3.14159265358979 / 180.0;
  double s = sin(radians), c = cos(radians);
  if (s > 0.0 && c > 0.0)
    return 1;
  if (s > 0.0)
    return 2;
  if (c < 0.0)
    return 3;
  return 4;
}
