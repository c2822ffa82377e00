// Steps up and down in any order have no closed form. How often each path is taken tells how deep they lead, and a text is made of that.
// flags: --loops summary --stop-after 1
// expect: stop-after
#include <klee/klee.h>

int main(void) {
  char text[601];
  klee_make_symbolic(text, sizeof text, "text");
  text[600] = 0;
  char open[200];
  int depth = 0, words = 0;
  for (int at = 0; text[at]; at++) {
    if (text[at] == '(') {
      depth++;
    } else if (text[at] == ')') {
      if (depth > 0) depth--;
    } else {
      words++;
    }
  }
  if (words > 40) open[depth] = 1; // bug: out-of-bounds-write
  return 0;
}
