// Characters that carry six bits each become bytes; what is no such character is skipped on the way to the next.
// has: writes, nested, calls
#include "harness.h"

static int is_digit(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '/';
}

int main(void) {
  TEXT(text, 3 * SIZE);
  unsigned char out[SIZE];
  int at = 0, used = 0;
  for (;;) {
    while (text[at] && !is_digit(text[at])) at++;
    if (!text[at]) break;
    unsigned char first = (unsigned char)text[at++];
    while (text[at] && !is_digit(text[at])) at++;
    if (!text[at]) break;
    unsigned char second = (unsigned char)text[at++];
    if (EITHER(0, used >= SIZE)) break;
    out[used++] = (unsigned char)(first << 2 | second >> 4); // BUG
  }
  return 0;
}
