// Ten thousand stores at unknown places, then ten thousand reads.
// run: --max-time 3s
#include <klee/klee.h>
static unsigned char all[1 << 16];
int main(void) {
  unsigned short at = (unsigned short)klee_int("at");
  unsigned sum = 0;
  for (unsigned i = 0; i < 10000; i++) all[(unsigned short)(at * i)] = (unsigned char)i;
  for (unsigned i = 0; i < 10000; i++) sum += all[(unsigned short)(at + i)];
  return sum == 1234567;
}
