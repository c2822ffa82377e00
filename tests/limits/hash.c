// A hash of unknown bytes is compared with a number.
// run: --max-time 3s --max-solver-time 1h
#include <klee/klee.h>
#include <stdint.h>
int main(void) {
  unsigned char text[64];
  uint64_t hash = 1469598103934665603ull;
  klee_make_symbolic(text, sizeof text, "text");
  for (int round = 0; round < 20; round++)
    for (unsigned i = 0; i < sizeof text; i++) {
      hash = (hash ^ text[i]) * 1099511628211ull;
      hash = hash << 13 | hash >> 51;
    }
  return hash == 0x123456789abcdefull;
}
