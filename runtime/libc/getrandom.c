/* Random bytes: the same in every run. */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

static uint64_t state = UINT64_C(0x9e3779b97f4a7c15);

static unsigned char next_byte(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (unsigned char)(state >> 32);
}

ssize_t getrandom(void *out, size_t n, unsigned flags) {
  (void)flags;
  for (size_t i = 0; i < n; i++) ((unsigned char *)out)[i] = next_byte();
  return (ssize_t)n;
}

int getentropy(void *out, size_t n) {
  if (n > 256) {
    errno = EIO;
    return -1;
  }
  getrandom(out, n, 0);
  return 0;
}

void arc4random_buf(void *out, size_t n) { getrandom(out, n, 0); }

uint32_t arc4random(void) {
  uint32_t word;
  getrandom(&word, sizeof word, 0);
  return word;
}

uint32_t arc4random_uniform(uint32_t limit) { return limit < 2 ? 0 : arc4random() % limit; }
