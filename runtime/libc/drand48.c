/* The 48-bit linear congruential generators of POSIX. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t MASK = ((uint64_t)1 << 48) - 1;
static uint64_t factor = 0x5deece66d, addend = 0xb;
static unsigned short state[3];

static uint64_t join(const unsigned short words[3]) {
  return words[0] | (uint64_t)words[1] << 16 | (uint64_t)words[2] << 32;
}

static uint64_t step(unsigned short words[3]) {
  uint64_t x = (join(words) * factor + addend) & MASK;
  words[0] = (unsigned short)x;
  words[1] = (unsigned short)(x >> 16);
  words[2] = (unsigned short)(x >> 32);
  return x;
}

double erand48(unsigned short words[3]) {
  /* The 48 bits become the fraction of a number in [1, 2). */
  uint64_t bits = (uint64_t)1023 << 52 | step(words) << 4;
  double one_to_two;
  memcpy(&one_to_two, &bits, sizeof bits);
  return one_to_two - 1.0;
}
long nrand48(unsigned short words[3]) { return (long)(step(words) >> 17); }
long jrand48(unsigned short words[3]) { return (int32_t)(step(words) >> 16); }

double drand48(void) { return erand48(state); }
long lrand48(void) { return nrand48(state); }
long mrand48(void) { return jrand48(state); }

void srand48(long seed) {
  state[0] = 0x330e;
  state[1] = (unsigned short)seed;
  state[2] = (unsigned short)((unsigned long)seed >> 16);
  factor = 0x5deece66d;
  addend = 0xb;
}

unsigned short *seed48(unsigned short seed[3]) {
  static unsigned short old[3];
  memcpy(old, state, sizeof old);
  memcpy(state, seed, sizeof old);
  factor = 0x5deece66d;
  addend = 0xb;
  return old;
}

void lcong48(unsigned short parameters[7]) {
  memcpy(state, parameters, sizeof state);
  factor = join(parameters + 3);
  addend = parameters[6];
}
