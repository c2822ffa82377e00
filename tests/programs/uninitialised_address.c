// An element is chosen by an index that only one branch has set.
// flags: --check uninitialised-read
// expect-paths: 1
#include <klee/klee.h>

int main(void) {
  static const int table[4] = {1, 2, 3, 4};
  unsigned index;
  if (klee_int("set") > 0) index = 2;
  unsigned masked = index & 3;
  return table[masked]; // bug: uninitialised-read
}
