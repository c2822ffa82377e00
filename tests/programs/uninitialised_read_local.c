// Uses a variable that only one branch has set.
// flags: --fresh zero --check uninitialised-read
// expect-paths: 1
#include <klee/klee.h>

int main(void) {
  int result;
  if (klee_int("set") > 0) result = 5;
  return result; // bug: uninitialised-read
}
