// An integer that was not passed, behind a floating-point argument that was.
#include <klee/klee.h>
#include <stdarg.h>

struct three {
  int a, b, c;
};

static int sum(int how, ...) {
  va_list list;
  va_start(list, how);
  int result = (int)va_arg(list, double);
  if (how) {
    result += va_arg(list, int);
  } else {
    struct three all = va_arg(list, struct three); // bug: out-of-bounds-read // says: did not pass // native: silent (no sanitizer counts arguments)
    result += all.a + all.c;
  }
  va_end(list);
  return result;
}

int main(void) {
  return sum(klee_int("how"), 2.0, 5) == 7 ? 0 : 1;
}
