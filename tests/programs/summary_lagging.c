// States come to the same place of a text after different numbers of iterations: an inner loop finds the end of each entity.
// flags: --loops summary
#include <klee/klee.h>

int main(void) {
  char page[13];
  klee_make_symbolic(page, sizeof page, "page");
  page[12] = 0;
  char text[6];
  int at = 0, used = 0, entities = 0;
  while (page[at] && used < 6) {
    if (page[at] == '&') {
      int end = at + 1;
      while (page[end] >= 'a' && page[end] <= 'z') end++;
      if (page[end] == ';') at = end;
      entities++;
    }
    text[used++] = page[at];
    at++;
  }
  if (used == 6 && entities == 3 && text[5] == ';') text[used] = 0; // bug: out-of-bounds-write
  return 0;
}
