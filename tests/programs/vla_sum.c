// An array whose length is known only at run time.
// expect-paths: 5
#include <assert.h>
#include <klee/klee.h>

static int triangle(int n) {
  int values[n + 1];
  for (int i = 0; i <= n; i++) values[i] = i;
  int sum = 0;
  for (int i = 0; i <= n; i++) sum += values[i];
  return sum;
}

int main(void) {
  int n = klee_range(0, 5, "n");
  for (int fixed = 0; fixed < 5; fixed++) {
    if (n == fixed) {
      assert(triangle(fixed) == fixed * (fixed + 1) / 2);
      return fixed;
    }
  }
  return -1;
}
