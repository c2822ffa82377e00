// Walks variadic arguments twice with va_copy and hands a va_list to another function.
// expect-paths: 1
#include <assert.h>
#include <klee/klee.h>
#include <stdarg.h>

static int first(va_list list) { return va_arg(list, int); }

static int twice(int count, ...) {
  va_list list, again;
  int total = 0;
  va_start(list, count);
  va_copy(again, list);
  for (int i = 0; i < count; i++) total += va_arg(list, int);
  total = total * 1000 + first(again);
  va_end(again);
  va_end(list);
  return total;
}

int main(void) {
  int x = klee_range(0, 10, "x");
  assert(twice(3, x, 20, 300) == (x + 320) * 1000 + x);
  return 0;
}
