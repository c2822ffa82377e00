// An empty assembly puts a value into a variable in memory.
// flags: --check uninitialised-read
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  unsigned x, y, given;
  klee_make_symbolic(&given, sizeof given, "given");
  __asm__("" : "=g"(x) : "0"(given + 1));
  __asm__("" : "=g"(y) : "0"(&y));
  if (y == (unsigned)(unsigned long)&y && x == given + 1) return 0;
  return given / (x - x); // not reached
}
