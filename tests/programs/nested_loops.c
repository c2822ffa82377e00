// Nested loops with a bound from the input.
// expect-paths: 5
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  int n = klee_range(0, 5, "n"), count = 0;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 4; k++) {
      if (k == 3) continue;
      for (int m = 0; m < 10; m++) {
        if (m == 2) break;
        count++;
      }
    }
  }
  assert(count == 6 * n);
  return count;
}
