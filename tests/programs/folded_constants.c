// Constant expressions without a meaning, of which the compiler leaves nothing.
// flags: --check signed-overflow
// expect-paths: 2
#include <klee/klee.h>

int main(void) {
  int which = klee_range(0, 6, "which"), x = 3;
  switch (which) {
    case 0: x = (2147483647 + 1) - 23; break; // bug: signed-overflow
    case 1: x = 1 / 0; break; // bug: division-by-zero
    case 2: x = 1 << 40; break; // bug: shift-out-of-range
    case 3: x = -(-2147483647 - 1); break; // bug: signed-overflow
    case 4: x = (1 << 30) + 5 / 2; break;
  }
  return x == 0;
}
