// A million jumps back into a function.
// run: --max-time 3s
#include <klee/klee.h>
#include <setjmp.h>
int main(void) {
  jmp_buf place;
  volatile int x = klee_int("x");
  volatile int count = 0;
  for (int i = 0; i < 1000000; i++) {
    if (setjmp(place) == 0) longjmp(place, 1);
    count++;
  }
  return x == count;
}
