// Characters that are kept are appended: a place of the copy tells which of them it is.
// sizes: all
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  char text[5], out[4];
  klee_make_symbolic(text, sizeof text, "text");
  text[4] = 0;
  int used = 0, skipped = 0;
  for (int at = 0; text[at]; at++) {
    if (text[at] == ' ') {
      skipped++;
      continue;
    }
    out[used++] = text[at];
  }
  if (used == 0) return 0;
  assert(out[0] != ' ' && out[used - 1] != ' ');
  if (out[0] == 'x' && text[0] != 'x') assert(text[0] == ' ');
  return skipped;
}
