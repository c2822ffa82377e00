// Numbers of characters in classes that overlap are together more than there are characters.
// flags: --loops summary
#include <klee/klee.h>

int main(void) {
  char text[9];
  klee_make_symbolic(text, sizeof text, "text");
  text[8] = 0;
  char places[12];
  int a = 0, b = 0, others = 0;
  for (int at = 0; text[at]; at++) {
    if (text[at] == 'a') a++;
    if (text[at] == 'b') b++;
    if (text[at] != 'a') others++;
  }
  places[a + b + others] = 0; // bug: out-of-bounds-write
  return 0;
}
