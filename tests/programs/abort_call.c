// Calls abort for a state that should not happen.
// expect-paths: 3
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  switch (klee_range(0, 4, "state")) {
    case 0: return 10;
    case 1: return 11;
    case 2: return 12;
    default: abort(); // bug: abort
  }
}
