// What a loop in closed form wrote is the low byte of the number of its round, not any byte.
// flags: --loops summary
// expect-paths: 4
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  unsigned char s[300];
  unsigned n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n < 300);
  for (unsigned i = 0; i < n; i++) s[i] = (unsigned char)i;
  if (n < 2) return 0;
  assert(s[1] == 1);
  assert(s[n - 1] == (unsigned char)(n - 1));
  if (s[n - 1] == 9) assert(n == 10 || n == 266);
  return 1;
}
