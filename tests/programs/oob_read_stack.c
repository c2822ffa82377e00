// Reads one element past a local array when the index is its length.
// expect-paths: 1
#include <klee/klee.h>

int main(void) {
  int table[4] = {10, 20, 30, 40};
  int i = klee_range(0, 5, "i");
  return table[i] == 30; // bug: out-of-bounds-read
}
