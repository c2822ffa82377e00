// Recursion whose depth is decided by the input at every level.
// expect-paths: 6
#include <assert.h>
#include <klee/klee.h>

static int length(const char *s) { return *s ? 1 + length(s + 1) : 0; }

int main(void) {
  char text[6];
  klee_make_symbolic(text, sizeof text, "text");
  klee_assume(text[5] == 0);
  int n = length(text);
  assert(n >= 0 && n <= 5);
  return n;
}
