// Randomness of the system: a caller sees limits and errors as documented; the values themselves promise nothing.
#include <assert.h>
#include <errno.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

int main(void) {
  unsigned char bytes[8];
  int size = klee_range(0, 9, "size");
  assert(arc4random_uniform(6) < 6);
  assert(arc4random_uniform(0) == 0);
  arc4random_buf(bytes, sizeof bytes);
  assert(getrandom(bytes, size, 0) == size);
  assert(getrandom(bytes, 1, 0x80) == -1 && errno == EINVAL);
  assert(getentropy(bytes, sizeof bytes) == 0);
  static unsigned char many[257];
  assert(getentropy(many, sizeof many) == -1 && errno == EIO);
  return size == 3;
}
