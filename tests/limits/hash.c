// A long hash of unknown bytes is compared with a number: the solver is in its preprocessing, which nothing interrupts.
// run: --max-time 2s --max-solver-time 1h
#include <klee/klee.h>
#include <stdint.h>
int main(void) {
  unsigned char text[64];
  uint64_t hash = 1469598103934665603ull;
  klee_make_symbolic(text, sizeof text, "text");
  for (int round = 0; round < 200; round++)
    for (unsigned i = 0; i < sizeof text; i++) {
      hash = (hash ^ text[i]) * 1099511628211ull;
      hash = hash << 13 | hash >> 51;
    }
  if (hash == 0x123456789abcdefull) return 1;
  return 0;
}
