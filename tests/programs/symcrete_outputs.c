// Bytes that a native call writes stay open as well, and so does errno.
// native-lib: library.c
// flags: --unknowns symcrete
// expect-paths: 4
#include <assert.h>
#include <errno.h>
#include <klee/klee.h>

void native_fill(unsigned char *, int, unsigned long);
int native_fail(int);

int main(void) {
  int x = klee_range(1, 9, "x");
  unsigned char bytes[4];
  native_fill(bytes, x, 3);
  if (bytes[2] == 7)
    return 1;
  errno = 0;
  int failed = native_fail(x);
  if (errno == 3)
    return 2;
  if (failed == -1 && bytes[0] == 8)
    return 3;
  assert(bytes[1] == x && errno == x);
  return 0;
}
