// A product that is hard to take apart.
// run: --max-time 3s --max-solver-time 1h
#include <klee/klee.h>
#include <stdint.h>
int main(void) {
  uint64_t a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  klee_assume((a > 1) & (b > 1) & (a < (1ull << 32)) & (b < (1ull << 32)));
  if (a * b == 0xfffffffb00000015ull && a % 7 == b % 11) return 1;
  return 0;
}
