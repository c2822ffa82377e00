// Memory at a fixed address is not supported, and the report says so.
// expect-lost: klee_define_fixed_object
#include <klee/klee.h>

int main(void) {
  klee_define_fixed_object((void *)0x10000000, 64);
  *(volatile int *)0x10000000 = klee_int("x");
  return 0;
}
