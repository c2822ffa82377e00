// Forks at the bottom of a deep stack: each looks for the place that it is at.
// run: --max-time 2s
#include <klee/klee.h>
static unsigned f(unsigned n, const unsigned char *text) {
  if (n == 0) return 0;
  if (text[n % 4000] > 77) return 1 + f(n - 1, text);
  return f(n - 1, text);
}
int main(void) {
  static unsigned char text[4000];
  klee_make_symbolic(text, sizeof text, "text");
  return (int)f(100000, text) & 1;
}
