// Arguments that are not named.
// flags: --entry total --entry-pointers valid
// expect-lost: variadic
#include <assert.h>
#include <stdarg.h>

int total(int count, ...) {
  va_list list;
  va_start(list, count);
  int sum = 0;
  for (int i = 0; i < count && i < 4; i++) sum += va_arg(list, int) == 8;
  va_end(list);
  assert(sum != 2); // bug: assertion
  return sum;
}
