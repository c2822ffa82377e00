// Three characters are written as entities of four and five; the room is for four times the text.
// has: writes
#include "harness.h"

int main(void) {
  TEXT(text, SIZE);
  char page[EITHER(4, 5) * SIZE];
  int used = 0;
  for (int at = 0; text[at]; at++) {
    if (text[at] == '<' || text[at] == '>')
      used += 4;
    else if (text[at] == '&')
      used += 5;
    else
      used += 1;
    page[used - 1] = ';'; // BUG
  }
  return 0;
}
