// Characters that separate mailboxes are written as two.
// has: writes
#include "harness.h"

int main(void) {
  TEXT(name, SIZE);
  char out[SIZE + EITHER(SIZE / 2, SIZE)];
  char *to = out;
  for (const char *at = name; *at; at++) {
    if (*at == '/' || *at == '.') *to++ = '%'; // BUG
    *to++ = *at; // BUG
  }
  return 0;
}
