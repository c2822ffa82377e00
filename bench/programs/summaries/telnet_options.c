// Bytes of a session: 255 announces a command of three bytes, two of them are one byte, carriage returns are dropped before a newline.
// has: writes
#include "harness.h"

int main(void) {
  unsigned char in[4 * SIZE];
  klee_make_symbolic(in, sizeof in, "in");
  unsigned char out[SIZE];
  unsigned at = 0, used = 0;
  while (at < sizeof in) {
    if (in[at] == 255) {
      if (at + 1 == sizeof in) break;
      if (in[at + 1] != 255) {
        at += 3;
        continue;
      }
      at++;
    } else if (in[at] == '\r' && at + 1 < sizeof in && in[at + 1] == '\n') {
      at++;
    }
    if (EITHER(used > SIZE, used >= SIZE)) break;
    out[used++] = in[at++]; // BUG
  }
  return 0;
}
