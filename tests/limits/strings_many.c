// Unknown text is split into words, and these are compared.
// run: --max-time 2s
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char text[300];
  klee_make_symbolic(text, sizeof text, "text");
  text[299] = 0;
  char *words[64];
  int n = 0;
  for (char *w = strtok(text, " ,;"); w && n < 64; w = strtok(0, " ,;")) words[n++] = strdup(w);
  int sum = 0;
  for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) sum += strcmp(words[i], words[j]) == 0;
  return sum;
}
