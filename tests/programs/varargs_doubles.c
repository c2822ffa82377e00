// Variadic arguments of floating-point and integer types mixed, more than fit into registers.
// expect-paths: 1
#include <assert.h>
#include <klee/klee.h>
#include <stdarg.h>

static int check(int count, ...) {
  va_list list;
  int good = 0;
  va_start(list, count);
  for (int i = 0; i < count; i++) {
    double d = va_arg(list, double);
    int n = va_arg(list, int);
    good += d == n + 0.5;
  }
  va_end(list);
  return good;
}

int main(void) {
  int good = check(10, 0.5, 0, 1.5, 1, 2.5, 2, 3.5, 3, 4.5, 4, 5.5, 5, 6.5, 6, 7.5, 7, 8.5, 8, 9.5, 8);
  assert(good == 9);
  return klee_int("x") == good;
}
