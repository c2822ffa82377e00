/*
 * glibc's default random numbers: r[i] = r[i-3] + r[i-31] over 32-bit words, seeded by a Lehmer generator, the first 310 thrown
 * away, the lowest bit dropped. The same sequence natively means a replay takes the same path.
 */
#include <stdint.h>
#include <stdlib.h>

enum { DEGREE = 31, LAG = 3, WARM_UP = 10 * DEGREE };

static uint32_t words[DEGREE];
static int next, seeded;

long random(void) {
  if (!seeded) srandom(1);
  uint32_t sum = words[next] + words[(next + DEGREE - LAG) % DEGREE];
  words[next] = sum;
  next = (next + 1) % DEGREE;
  return sum >> 1;
}

void srandom(unsigned seed) {
  int32_t word = seed == 0 ? 1 : (int32_t)seed;
  for (int i = 0; i < DEGREE; i++) {
    words[i] = (uint32_t)word;
    int64_t product = (int64_t)16807 * word % 2147483647;
    word = (int32_t)(product < 0 ? product + 2147483647 : product);
  }
  next = LAG;
  seeded = 1;
  for (int i = 0; i < WARM_UP; i++) random();
}

int rand(void) { return (int)random(); }

void srand(unsigned seed) { srandom(seed); }
