// Large constant tables read at an unknown place: what a value says of its place is proved, not given up.
#include <assert.h>
#include <klee/klee.h>

static unsigned char bytes[8192];
static int words[8192];

int main(void) {
  for (int i = 0; i < 8192; i++) {
    bytes[i] = i % 256;
    words[i] = i * 7919 % 8192;
  }
  unsigned k = klee_range(0, 8192, "k");
  if (bytes[k] == 5) {
    assert(k % 256 == 5);
    assert(k != 4101); // bug: assertion
  }
  // 4111 is the inverse of 7919.
  if (words[k] == 6) assert(k == 6 * 4111 % 8192);
  return 0;
}
