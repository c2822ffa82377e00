// Memory at addresses that the program chooses, two objects on one page.
// expect-paths: 1
#include <klee/klee.h>

#define REGISTER ((volatile int *)0x10000000)
#define NEXT ((volatile char *)0x10000040)
#define SECOND ((volatile char *)0x10000080)

int main(void) {
  klee_define_fixed_object((void *)REGISTER, 64);
  klee_define_fixed_object((void *)SECOND, 4);
  int x = klee_range(0, 20, "x");
  *REGISTER = x;
  REGISTER[15] = 7;
  SECOND[3] = 1;
  if (*REGISTER == 3) *NEXT = 1; // bug: out-of-bounds-write
  return *REGISTER == x && REGISTER[15] == 7 ? 0 : 1;
}
