// Finds the text whose number passes a check.
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  char text[4];
  klee_make_symbolic(text, sizeof text, "text");
  for (int i = 0; i < 3; i++) klee_assume((text[i] >= '0') & (text[i] <= '9'));
  klee_assume(text[3] == 0);
  int value = atoi(text);
  if (value * 3 == 2019) abort(); // bug: abort
  return 0;
}
