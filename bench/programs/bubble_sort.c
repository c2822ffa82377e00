// Exhaustive exploration of a bubble sort of N unknown ints: one path per order, N! in all (720 for 6).
// An equal pair is not exchanged, so it takes the path of a smaller first element.
#include <klee/klee.h>

#ifndef N
#define N 6
#endif

int main(void) {
  int values[N];
  klee_make_symbolic(values, sizeof values, "values");
  for (int end = N - 1; end > 0; end--) {
    for (int i = 0; i < end; i++) {
      if (values[i] > values[i + 1]) {
        int larger = values[i];
        values[i] = values[i + 1];
        values[i + 1] = larger;
      }
    }
  }
  for (int i = 0; i + 1 < N; i++) klee_assert(values[i] <= values[i + 1]);
  return 0;
}
