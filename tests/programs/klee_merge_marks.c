// Eight paths between the marks become one, and what they computed is still told apart.
// expect-paths: 2
#include <klee/klee.h>

static unsigned char bits[3];

int main(void) {
  klee_make_symbolic(bits, sizeof bits, "bits");
  int count = 0;
  klee_open_merge();
  for (int i = 0; i < 3; i++)
    if (bits[i] & 1) count++;
  klee_close_merge();
  int expected = (bits[0] & 1) + (bits[1] & 1) + (bits[2] & 1);
  if (count != expected) bits[7] = 1;
  if (count == 3) return 3;
  return 0;
}
