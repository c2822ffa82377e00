// Two phases that alternate as often as the text likes: far too many sequences of runs, and few states that differ in what they count.
// flags: --loops summary
#include <klee/klee.h>

int main(void) {
  char page[21];
  klee_make_symbolic(page, sizeof page, "page");
  page[20] = 0;
  char text[8];
  int used = 0, in_tag = 0;
  for (int at = 0; page[at]; at++) {
    if (page[at] == '<') {
      in_tag = 1;
    } else if (page[at] == '>') {
      in_tag = 0;
    } else if (!in_tag) {
      if (used == sizeof text) return 1;
      text[used++] = page[at];
    }
  }
  if (in_tag) text[used] = 0; // bug: out-of-bounds-write
  return 0;
}
