// Floating-point numbers stay open, too: comparisons are exact, and operations are tried with other operands.
// flags: --unknowns symcrete
// expect-paths: 4
#include <klee/klee.h>

int main(void) {
  double reading;
  klee_make_symbolic(&reading, sizeof reading, "reading");
  if (reading != reading)
    return 1;
  if (reading > 1000.0)
    return 2;
  int tenths = klee_range(0, 50, "tenths");
  double value = tenths / 10.0;
  if (value == 2.5)
    return 3;
  return 0;
}
