// Reads and writes a lane of a vector that the input chooses.
// expect-paths: 1
#include <assert.h>
#include <klee/klee.h>

typedef unsigned char bytes __attribute__((vector_size(8)));

int main(void) {
  int lane = klee_range(0, 8, "lane");
  bytes c = {10, 11, 12, 13, 14, 15, 16, 17};
  assert(c[lane] == 10 + lane);
  c[lane] = 99;
  assert(c[lane] == 99);
  return 0;
}
