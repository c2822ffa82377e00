// A copy of an unknown number of bytes, up to 64 MiB.
// run: --max-time 3s
#include <klee/klee.h>
#include <string.h>
#define MOST (64 << 20)
static char from[MOST], to[MOST];
int main(void) {
  unsigned n = klee_int("n");
  if (n > MOST) return 0;
  memcpy(to, from, n);
  return to[5];
}
