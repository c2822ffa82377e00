// Reads every element of a local array, the last one included, and none past it.
// expect-paths: 1
#include <klee/klee.h>

int main(void) {
  int table[4] = {10, 20, 30, 40};
  int i = klee_range(0, 4, "i");
  return table[i] == 30;
}
