// A logarithm of a ratio, rounded to classes.
#include <klee/klee.h>
#include <math.h>

int main(void) {
  unsigned level;
  klee_make_symbolic(&level, sizeof level, "level");
  if (level == 0)
    return 9;
  double db = 20.0 * log10(level);
  if (db > 120.0)
    return 3;
  if (db > 60.0)
    return 2;
  if (db > 20.0)
    return 1;
  return 0;
}
