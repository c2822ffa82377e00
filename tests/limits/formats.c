// Unknown numbers are printed, and what was printed is looked at.
// run: --max-time 3s
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char text[400];
  int at = 0;
  for (int i = 0; i < 12; i++) at += sprintf(text + at, "%d,", klee_int("x"));
  return strstr(text, "1234,-77") != 0 && atoi(text) == 3;
}
