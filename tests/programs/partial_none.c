// What counting says of a loop may be wrong: a depth of 5 needs more opening brackets in a row than there are. Nothing is reported, and everything is explored.
// flags: --loops summary
#include <klee/klee.h>

int main(void) {
  char text[9];
  klee_make_symbolic(text, sizeof text, "text");
  text[8] = 0;
  int open[5];
  int depth = 0, most = 0;
  for (int at = 0; text[at]; at++) {
    if (text[at] == '(' && at % 2 == 0) {
      depth++;
    } else if (depth > 0) {
      depth--;
    }
    if (depth > most) most = depth;
  }
  open[most] = 1;
  return 0;
}
