/*
 * Randomness of the system: a fixed sequence, so that a run repeats. A program whose path depends on it may take another one natively.
 */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

static uint64_t state = 1;

uint32_t arc4random(void) {
  /* A Weyl sequence, its bits mixed by two multiplications. */
  state += 0x9e3779b97f4a7c15u;
  uint64_t mixed = (state ^ (state >> 32)) * 0xd6e8feb86659fd93u;
  mixed = (mixed ^ (mixed >> 32)) * 0xd6e8feb86659fd93u;
  return (uint32_t)(mixed >> 32);
}

uint32_t arc4random_uniform(uint32_t bound) { return bound < 2 ? 0 : arc4random() % bound; }

void arc4random_buf(void *buffer, size_t size) {
  unsigned char *bytes = buffer;
  for (size_t i = 0; i < size; i++) bytes[i] = (unsigned char)(arc4random() >> 24);
}

ssize_t getrandom(void *buffer, size_t size, unsigned flags) {
  if (flags & ~(unsigned)(GRND_NONBLOCK | GRND_RANDOM | GRND_INSECURE)) {
    errno = EINVAL;
    return -1;
  }
  arc4random_buf(buffer, size);
  return (ssize_t)size;
}

int getentropy(void *buffer, size_t size) {
  if (size > 256) {
    errno = EIO;
    return -1;
  }
  arc4random_buf(buffer, size);
  return 0;
}
