// The same bug on thousands of paths through a recursion.
// run: --max-time 2s
#include <klee/klee.h>
static int f(int n, const char *text) {
  int small[4];
  if (n == 0) return small[text[0] & 31];
  return text[n] > 'a' ? f(n - 1, text) : f(n - 1, text) + 1;
}
int main(void) {
  char text[64];
  klee_make_symbolic(text, sizeof text, "text");
  return f(63, text);
}
