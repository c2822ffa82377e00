// Structures as variadic arguments: in registers, split between kinds of registers, and in memory.
// expect-paths: 1
#include <assert.h>
#include <klee/klee.h>
#include <stdarg.h>

struct pair {
  int a, b;
};
struct mixed {
  double d;
  long n;
};
struct large {
  long words[4];
};

static long sum(int count, ...) {
  va_list list;
  long total = 0;
  va_start(list, count);
  for (int i = 0; i < count; i++) {
    struct pair p = va_arg(list, struct pair);
    struct mixed m = va_arg(list, struct mixed);
    struct large l = va_arg(list, struct large);
    total += p.a + p.b + (long)m.d + m.n + l.words[0] + l.words[3];
  }
  va_end(list);
  return total;
}

int main(void) {
  int x = klee_range(0, 1000, "x");
  struct pair p = {x, 1};
  struct mixed m = {2.0, x};
  struct large l = {{x, 0, 0, 4}};
  assert(sum(3, p, m, l, p, m, l, p, m, l) == 3 * (3L * x + 7));
  return 0;
}
