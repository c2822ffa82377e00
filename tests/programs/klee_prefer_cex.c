// Preferences choose the input that is written, and cut nothing.
// expect-paths: 2
#include <klee/klee.h>

int main(void) {
  char text[4];
  klee_make_symbolic(text, sizeof text, "text");
  for (int i = 0; i < 4; i++) klee_prefer_cex(text, (text[i] >= 'a') & (text[i] <= 'z'));
  klee_posix_prefer_cex(text, text[0] == 'q');
  if (text[0] == 7) return 1;
  return 0;
}
