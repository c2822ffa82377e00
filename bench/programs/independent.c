// N unknown ints that have nothing to do with each other, each asked something that only a solver knows: 2^N paths, but only 2 N
// different questions once those about other ints are out of the way.
#include <klee/klee.h>

#ifndef N
#define N 10
#endif

int main(void) {
  unsigned values[N];
  klee_make_symbolic(values, sizeof values, "values");
  int count = 0;
  for (int i = 0; i < N; i++)
    if ((values[i] ^ values[i] >> 7) % 1021 == 3) count++;
  return count;
}
