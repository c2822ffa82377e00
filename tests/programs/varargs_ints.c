// Variadic arguments of integer types, more than fit into registers.
// expect-paths: 1
#include <assert.h>
#include <klee/klee.h>
#include <stdarg.h>

static long sum(int count, ...) {
  va_list list;
  long total = 0;
  va_start(list, count);
  for (int i = 0; i < count; i++) total += i % 2 ? va_arg(list, long) : va_arg(list, int);
  va_end(list);
  return total;
}

int main(void) {
  int x = klee_range(0, 100, "x");
  long total = sum(9, x, 1L, x, 2L, x, 3L, x, 4L, x);
  assert(total == 5L * x + 10);
  return 0;
}
