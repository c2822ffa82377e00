// Equals signs outside of quotes start attributes; either kind of quote hides the other.
// has: non-induction
#include "harness.h"

int main(void) {
  TEXT(tag, 2 * SIZE);
  char names[SIZE];
  char quote = 0;
  int attributes = 0;
  for (const char *at = tag; *at && *at != '>'; at++) {
    if (quote) {
      if (*at == quote) quote = 0;
    } else if (*at == '"' || *at == '\'') {
      quote = *at;
    } else if (*at == '=') {
      attributes++;
    }
  }
  if (EITHER(1, attributes < SIZE)) names[attributes] = 0; // BUG
  return 0;
}
