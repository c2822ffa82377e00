// A bug that depends on a hundred thousand inputs.
// run: --max-time 2s
#include <klee/klee.h>
int main(void) {
  int sum = 0, small[4] = {0};
  for (int i = 0; i < 100000; i++) sum ^= klee_int("x");
  return small[sum & 7];
}
