// One store at an unknown index into a hundred thousand unknown integers.
// run: --max-time 3s
#include <klee/klee.h>
#define COUNT 100000
int all[COUNT];
int main(void) {
  unsigned at = klee_int("at");
  klee_make_symbolic(all, sizeof all, "all");
  if (at >= COUNT) return 0;
  all[at] = 7;
  int sum = 0;
  for (int i = 0; i < COUNT; i++) sum += all[i] == i;
  return sum == 3;
}
