// An unknown object of 1 GiB.
// run: --max-time 3s
#include <klee/klee.h>
static char all[1 << 30];
int main(void) {
  klee_make_symbolic(all, sizeof all, "all");
  return all[12345] == 'x';
}
