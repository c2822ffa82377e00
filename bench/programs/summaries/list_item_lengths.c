// Each item of a list is measured by a function, and the lengths are added up.
// has: nested, calls
#include "harness.h"

static int until(const char *text, char end) {
  int length = 0;
  while (text[length] && text[length] != end) length++;
  return length;
}

int main(void) {
  TEXT(list, 2 * SIZE);
  char out[SIZE];
  int at = 0, total = 0;
  while (list[at]) {
    int length = until(list + at, ':');
    total += length;
    at += length;
    if (list[at]) at++;
  }
  if (EITHER(1, total < SIZE)) out[total] = 0; // BUG
  return 0;
}
