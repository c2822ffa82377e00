// More paths than any time limit: the report of a run that was stopped.
#include <klee/klee.h>

static unsigned mix(unsigned sum, unsigned char byte) {
  if (byte > 200) return sum + 3;
  if (byte > 100) return sum + 2;
  return sum + 1;
}

static int never_called(int x) { return x + 1; }

int main(int argc, char **argv) {
  unsigned char bytes[40];
  klee_make_symbolic(bytes, sizeof bytes, "bytes");
  unsigned sum = 0;
  for (unsigned i = 0; i < sizeof bytes; i++) sum = mix(sum, bytes[i]);
  if (sum == 120) return 1;
  return argc > 100 ? never_called(argc) : 0;
}
