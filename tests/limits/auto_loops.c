// Loops that are merged and not merged, in turns.
// run: --max-time 3s --loops auto --merge-on any
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char text[200], word[200];
  int words = 0;
  klee_make_symbolic(text, sizeof text, "text");
  for (int i = 0; i < 199; i++) {
    int length = 0;
    while (i + length < 199 && text[i + length] != ' ') {
      word[length] = text[i + length];
      length++;
    }
    word[length] = 0;
    words += strcmp(word, "bowline") == 0;
  }
  return words;
}
