// Divisions by unknown numbers, one within the other.
// run: --max-time 3s --max-solver-time 1h
#include <klee/klee.h>
#include <stdint.h>
int main(void) {
  uint64_t a, b, c;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  klee_make_symbolic(&c, sizeof c, "c");
  if (!b || !c) return 0;
  for (int i = 0; i < 40; i++) a = (a / b) * c + (a % c) * 77 + b;
  return a == 0x123456789;
}
