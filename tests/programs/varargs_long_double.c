// Variadic arguments of type long double, which are passed in memory with their alignment.
// expect-paths: 1
#include <assert.h>
#include <klee/klee.h>
#include <stdarg.h>

static int check(int count, ...) {
  va_list list;
  int good = 1;
  va_start(list, count);
  for (int i = 0; i < count; i++) {
    int before = va_arg(list, int);
    long double value = va_arg(list, long double);
    good &= value == before + 0.25L;
  }
  va_end(list);
  return good;
}

int main(void) {
  int x = klee_int("x");
  assert(check(4, 1, 1.25L, 2, 2.25L, 3, 3.25L, 4, 4.25L));
  assert(!check(1, 1, 1.5L));
  return x == 3;
}
