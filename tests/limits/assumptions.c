// Ten thousand assumptions about products of unknown bytes.
// run: --max-time 3s
#include <klee/klee.h>
int main(void) {
  static unsigned char text[10000];
  klee_make_symbolic(text, sizeof text, "text");
  for (unsigned i = 0; i + 1 < sizeof text; i++) klee_assume(text[i] * text[i + 1] + 1 > text[i + 1] - text[i]);
  unsigned sum = 0;
  for (unsigned i = 0; i < sizeof text; i++) sum += text[i];
  return sum == 99999;
}
