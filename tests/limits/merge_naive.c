// Paths that copy, merged from whole paths.
// run: --max-time 2s --loops merge-naive --merge-on any
#include <klee/klee.h>
int main(void) {
  static char text[400], copy[400];
  int at = 0;
  klee_make_symbolic(text, sizeof text, "text");
  for (int i = 0; i < 400; i++) {
    if (text[i] == '.') break;
    if (text[i] != ' ') copy[at++] = text[i];
  }
  if (at > 3 && copy[at - 1] == 'x') return 1;
  return 0;
}
