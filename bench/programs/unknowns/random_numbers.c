// Random numbers of the host from an unknown seed.
#include <klee/klee.h>

double erand48(unsigned short[3]);
long nrand48(unsigned short[3]);

int main(void) {
  unsigned short seed[3] = {1, 2, 3};
  klee_make_symbolic(seed, 2, "seed");
  long number = nrand48(seed);
  if (number % 10 == 3)
    return 1;
  if (number < 100000000)
    return 2;
  if (seed[0] & 1)
    return 3;
  return 0;
}
