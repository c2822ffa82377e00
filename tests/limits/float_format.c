// A number is read from unknown text and printed with three hundred digits.
// run: --max-time 2s
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char text[400];
  double d;
  klee_make_symbolic(text, 40, "text");
  text[39] = 0;
  d = strtod(text, 0);
  snprintf(text, sizeof text, "%.300f", d);
  return text[5] == '7';
}
