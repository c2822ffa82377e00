// Recurses without end for one input.
// expect-paths: 1
#include <klee/klee.h>

// On one line, because the stack may end at the function's entry or at its call.
static int descend(int n) { volatile char room[4096]; room[0] = (char)n; return n == 0 ? 0 : descend(n) + room[0]; } // bug: stack-overflow

int main(void) {
  if (klee_int("deep") == 7) return descend(1);
  return descend(0);
}
