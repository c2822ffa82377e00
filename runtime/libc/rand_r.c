/* glibc's random numbers with the caller's state: 31 bits out of three steps of a linear congruence. */
#include <stdlib.h>

int rand_r(unsigned *state) {
  static const unsigned char bits[] = {11, 10, 10};
  unsigned result = 0;
  for (int step = 0; step < 3; step++) {
    *state = *state * 1103515245u + 12345u;
    result = result << bits[step] | ((*state >> 16) & ((1u << bits[step]) - 1));
  }
  return (int)result;
}
