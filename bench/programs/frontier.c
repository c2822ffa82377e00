// A frontier of 2^N live states (16,384 for 14) under breadth-first search: N independent unknown bits, and some memory of its
// own in every state. Nothing ends before the last bit is decided.
#include <klee/klee.h>
#include <stdlib.h>

#ifndef N
#define N 14
#endif

int main(void) {
  unsigned char bits[N];
  klee_make_symbolic(bits, sizeof bits, "bits");
  unsigned *seen = calloc(64, sizeof *seen), sum = 0;
  for (int i = 0; i < N; i++) {
    if (bits[i] & 1) {
      seen[i] = 1;
      sum += 1u << i;
    } else {
      seen[i + 32] = 1;
    }
  }
  unsigned decided = 0;
  for (int i = 0; i < 64; i++) decided += seen[i];
  klee_assert(decided == N);
  free(seen);
  return sum == 5;
}
