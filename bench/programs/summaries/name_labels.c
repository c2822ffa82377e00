// Labels of a name, each behind its length, become words with dots between.
// has: writes, nested, non-induction
#include "harness.h"

int main(void) {
  unsigned char packet[3 * SIZE];
  klee_make_symbolic(packet, sizeof packet, "packet");
  char out[SIZE];
  unsigned at = 0, used = 0;
  while (at < sizeof packet && packet[at] != 0) {
    unsigned length = packet[at++];
    if (length > 63 || length > sizeof packet - at) return 1;
    if (EITHER(used + length > SIZE, used + length >= SIZE)) return 1;
    for (unsigned i = 0; i < length; i++) out[used++] = packet[at++];
    out[used++] = '.'; // BUG
  }
  return 0;
}
