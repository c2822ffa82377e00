// A mailer's line limit: newlines are not kept, and all characters are counted to guard the buffer; one too many.
#include "harness.h"

int main(void) {
  TEXT(input, 2 * SIZE);
  char line[SIZE + 1];
  int at = 0, seen = 0, kept = 0;
  while (input[at] != 0) {
    if (input[at] != '\n' && seen EITHER(<=, <) SIZE) kept++;
    seen++;
    at++;
  }
  line[kept] = 0; // BUG
  return 0;
}
