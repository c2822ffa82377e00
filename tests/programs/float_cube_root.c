// libm is the host's to the last bit, also where the compiler's own library has a function of the same name.
#include <math.h>

int main(void) {
  volatile double x = 27.0, y = 1000.0;
  volatile float z = 27.0f;
  return (cbrt(x) == 3.0) + 2 * (cbrt(y) == 10.0) + 4 * (cbrtf(z) == 3.0f);
}
