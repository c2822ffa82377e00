// A run that takes several paths of the body for the first time has covered all of them, whoever else takes none.
// sizes: all
#include <klee/klee.h>
#include <assert.h>

static int kinds[4];

int main(void) {
  unsigned char flags;
  klee_make_symbolic(&flags, sizeof flags, "flags");
  int at = 0, last = 0;
  while (at < 8 && (flags & 4) != 0) {
    at++;
    if (at % 4 == 3) {
      last = 3;
    } else if (at % 4 == 2) {
      last = 2;
    } else {
      last = 1;
    }
  }
  assert((flags & 4) == 0 || last == 1);
  assert((flags & 4) != 0 || last == 0);
  return kinds[last];
}
