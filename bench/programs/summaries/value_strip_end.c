// Blanks behind a value are taken away from the end, beyond the start of a text of nothing but blanks.
#include "harness.h"

int main(void) {
  TEXT(input, SIZE);
  int end = 0;
  while (input[end]) end++;
  if (end == 0) return 0;
  while (EITHER(1, end > 0) && (input[end - 1] == ' ' || input[end - 1] == '\t')) end--; // BUG
  input[end] = 0;
  return 0;
}
