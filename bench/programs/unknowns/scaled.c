// A reading in tenths, as a floating-point number from input bytes.
#include <klee/klee.h>

int main(void) {
  double reading;
  klee_make_symbolic(&reading, sizeof reading, "reading");
  if (reading != reading)
    return 1;
  if (reading > 100.0)
    return 2;
  if (reading * 10.0 == 25.0)
    return 3;
  if (reading < -273.15)
    return 4;
  return 0;
}
