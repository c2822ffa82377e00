// Products of 128 bits, one within the other.
// run: --max-time 2s --max-solver-time 1h
#include <klee/klee.h>
int main(void) {
  unsigned __int128 a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  for (int i = 0; i < 200; i++) a = a * b + (a >> 7);
  if (a == (unsigned __int128)0x123456789abcdefull * 77777777777ull) return 1;
  return 0;
}
