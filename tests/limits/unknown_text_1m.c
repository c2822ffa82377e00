// The length of an unknown text of a mebibyte, and its comparison with another.
// run: --max-time 3s
#include <klee/klee.h>
#include <string.h>
static char a[1 << 20], b[1 << 20];
int main(void) {
  klee_make_symbolic(a, sizeof a, "a");
  klee_make_symbolic(b, sizeof b, "b");
  a[sizeof a - 1] = b[sizeof b - 1] = 0;
  if (memcmp(a, b, sizeof a) == 0) return 1;
  return strlen(a) == strlen(b);
}
