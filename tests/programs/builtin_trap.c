// A trap, which ends the program natively by an illegal instruction.
// expect-paths: 1
#include <klee/klee.h>

int main(void) {
  if (klee_int("x") == 7) __builtin_trap(); // bug: abort
  return 0;
}
