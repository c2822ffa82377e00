// A counter of nested parentheses, merged.
// run: --max-time 2s --loops merge --merge-on any
#include <klee/klee.h>
#include <string.h>
int main(void) {
  static char text[2000];
  klee_make_symbolic(text, sizeof text, "text");
  int depth = 0, most = 0;
  for (unsigned i = 0; i < sizeof text; i++) {
    if (text[i] == '(') depth++;
    if (text[i] == ')' && depth) depth--;
    if (depth > most) most = depth;
  }
  if (most == 30) return 1;
  return 0;
}
