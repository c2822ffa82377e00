// The places of question marks, as many as the table has entries, and one more.
// has: writes
#include "harness.h"

int main(void) {
  TEXT(uri, 2 * SIZE);
  const char *tokens[SIZE];
  int used = 0, at = 0;
  while (uri[at] != 0 && used EITHER(<=, <) SIZE) {
    if (uri[at] == '?') {
      tokens[used] = uri + at; // BUG
      ++used;
    }
    ++at;
  }
  return 0;
}
