// Two functions that call each other, the classic even and odd.
// expect-paths: 6
#include <assert.h>
#include <klee/klee.h>

static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }

int main(void) {
  unsigned n = (unsigned)klee_range(0, 6, "n");
  int even = is_even(n);
  assert(even == (n % 2 == 0));
  return even;
}
