// A mailer's conversion from seven to eight bits: padding and line breaks are passed over, lines that start a part are told from others.
// has: writes
#include "../harness.h"

int main(void) {
  TEXT(in, 2 * SIZE);
  char out[SIZE];
  int at = 0, used = 0, breaks = 0;
  char c;
  while ((c = in[at++]) != 0) {
    if (c == '=') continue;
    if (c == '\n') {
      breaks++;
      continue;
    }
    if (c == '\r') continue;
    if (EITHER(0, used >= SIZE)) break;
    out[used++] = c; // BUG
  }
  return breaks > 0;
}
