// Numbers are scanned from unknown text.
// run: --max-time 2s
#include <klee/klee.h>
#include <stdio.h>
int main(void) {
  char text[120], word[120];
  int a = 0, b = 0, c = 0;
  klee_make_symbolic(text, sizeof text, "text");
  text[119] = 0;
  int n = sscanf(text, "%d ,%i %x %[a-z]", &a, &b, (unsigned *)&c, word);
  return n == 4 && a + b == c;
}
