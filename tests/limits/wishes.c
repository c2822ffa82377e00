// Ten thousand wishes about a test.
// run: --max-time 3s
#include <klee/klee.h>
int main(void) {
  unsigned char text[10000];
  klee_make_symbolic(text, sizeof text, "text");
  for (unsigned i = 0; i < sizeof text; i++) klee_prefer_cex(text, text[i] * text[(i * 7 + 1) % sizeof text] == 77);
  if (text[0] == 3) return 1;
  return 0;
}
