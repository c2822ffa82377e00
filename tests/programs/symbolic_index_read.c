// Reads through an unknown index stay one path, and know what they read.
// expect-paths: 1
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  unsigned char squares[16];
  for (int i = 0; i < 16; i++) squares[i] = (unsigned char)(i * i);
  int i = klee_range(0, 16, "i");
  assert(squares[i] == i * i);
  return 0;
}
