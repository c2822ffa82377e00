// All of a large object but its last byte is made unknown, byte by byte.
// run: --max-time 2s
#include <klee/klee.h>
static char all[60 << 20];
int main(void) {
  klee_make_symbolic(all, sizeof all - 1, "all");
  return all[12345] == 'x';
}
