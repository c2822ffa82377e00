// A loop that computes with floating-point numbers has no closed form: it is executed, with its numbers open.
// flags: --unknowns symcrete --loops summary
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  int n = klee_range(0, 8, "n");
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += (int)(i * 0.5);
  assert(sum != 6); // bug: assertion
  assert(sum == 0 || n > 2);
  return 0;
}
