// klee_abort is an abort.
// expect-paths: 1
#include <klee/klee.h>

int main(void) {
  if (klee_int("x") == -9) klee_abort(); // bug: abort
  return 0;
}
