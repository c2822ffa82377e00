// Words and blanks by inner loops: the character behind a word is the first of what follows it.
// flags: --loops summary --stop-after 1
// expect: stop-after
#include <klee/klee.h>

int main(void) {
  char text[601];
  klee_make_symbolic(text, sizeof text, "text");
  text[600] = 0;
  unsigned char lengths[150];
  int at = 0, words = 0;
  while (text[at]) {
    while (text[at] == ' ' || text[at] == '\t') at++;
    int start = at;
    while (text[at] && text[at] != ' ' && text[at] != '\t') at++;
    if (at == start) break;
    lengths[words++] = (unsigned char)(at - start); // bug: out-of-bounds-write
  }
  return words > 0 ? lengths[0] : 0;
}
