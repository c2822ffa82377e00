// A switch on a 64-bit value with far-apart cases, negative ones and GNU ranges.
#include <assert.h>
#include <klee/klee.h>

static int classify(long long v) {
  switch (v) {
    case -1: return 1;
    case 0x7fffffffffffffffLL: return 2;
    case 1000000000000LL: return 3;
    case 10 ... 20: return 4;
    default: return 5;
  }
}

int main(void) {
  long long v;
  klee_make_symbolic(&v, sizeof v, "v");
  int class = classify(v);
  assert(class != 4 || (v >= 10 && v <= 20));
  assert(class != 1 || v < 0);
  assert(class != 5 || v != 15);
  return class;
}
