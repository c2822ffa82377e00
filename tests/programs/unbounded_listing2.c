// An unknown pointer into one of two globals, by an index of which nobody says that it is small enough. (Listing 2.)
// flags: --sizes unbounded
#include <klee/klee.h>

static int x[4] = {10}, y[4] = {20};

static void bar(int *s) { *s = 0; } // bug: out-of-bounds-write

int main(void) {
  unsigned which, at;
  klee_make_symbolic(&which, sizeof which, "which");
  klee_make_symbolic(&at, sizeof at, "at");
  int *s = which ? x : y;
  if (at > 5) return 0;
  bar(s + at);
  return x[0] + y[0];
}
