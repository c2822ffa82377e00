// Information elements of a frame: a kind, a length, and so many bytes. Supported rates of two elements are put together.
// has: writes, nested, non-induction
#include "harness.h"

int main(void) {
  unsigned char frame[4 * SIZE];
  klee_make_symbolic(frame, sizeof frame, "frame");
  unsigned char rates[SIZE];
  int used = 0;
  unsigned at = 0;
  while (at + 2 <= sizeof frame) {
    unsigned char kind = frame[at], length = frame[at + 1];
    at += 2;
    if (length > sizeof frame - at) break;
    if (kind == '\1' || kind == '2') {
      for (unsigned i = 0; i < length; i++) {
        if (EITHER(used > SIZE, used >= SIZE)) return 1;
        rates[used++] = frame[at + i] & 0x7f; // BUG
      }
    }
    at += length;
  }
  return 0;
}
