// Exhaustive exploration of a scanner that skips two characters over N unknown bytes, of which the last is the terminating zero.
// Each other byte is a zero, something else, or one of the two: paths(1) = 1, paths(n) = 2 * paths(n - 1) + 2 = 3 * 2^(n-1) - 2,
// that is 1,534 for 10 bytes and 1,572,862 for 20.
#include <klee/klee.h>

#ifndef N
#define N 20
#endif

int main(void) {
  char text[N];
  klee_make_symbolic(text, sizeof text, "text");
  klee_assume(text[N - 1] == 0);
  const char *at = text;
  while (*at && (*at == 'a' || *at == 'b')) at++;
  return (int)(at - text);
}
