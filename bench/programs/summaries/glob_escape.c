// A pattern without its meta characters: a backslash keeps the next one, a class in brackets becomes a question mark.
// has: writes, nested
#include "harness.h"

int main(void) {
  TEXT(in, 4 * SIZE);
  char out[SIZE];
  int at = 0, used = 0;
  while (in[at]) {
    char c = in[at++];
    if (c == '\\') {
      if (!in[at]) break;
      c = in[at++];
    } else if (c == '[') {
      while (in[at] && in[at] != ']') at++;
      if (in[at]) at++;
      c = '?';
    }
    if (EITHER(used > SIZE, used >= SIZE)) break;
    out[used++] = c; // BUG
  }
  return 0;
}
