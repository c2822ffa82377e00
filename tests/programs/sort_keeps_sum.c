// Sorting permutes: the sum of the numbers is the same in every order, which needs no search.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

static int order(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return x < y ? -1 : x > y;
}

int main(void) {
  int numbers[4], before = 0, after = 0;
  klee_make_symbolic(numbers, sizeof numbers, "numbers");
  for (int i = 0; i < 4; i++) {
    klee_assume((numbers[i] >= -50) & (numbers[i] <= 50));
    before += numbers[i];
  }
  qsort(numbers, 4, sizeof *numbers, order);
  for (int i = 0; i < 4; i++) after += numbers[i];
  assert(before == after);
  return 0;
}
