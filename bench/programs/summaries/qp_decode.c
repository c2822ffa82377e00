// Quoted-printable: an equals sign and two hexadecimal digits are one byte. The buffer fits texts with enough of them.
// has: writes, calls
#include "harness.h"

static int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

int main(void) {
  TEXT(text, 2 * SIZE);
  char out[SIZE];
  int at = 0, used = 0;
  while (text[at]) {
    if (EITHER(0, used >= SIZE)) break;
    if (text[at] == '=' && digit(text[at + 1]) >= 0 && digit(text[at + 2]) >= 0) {
      out[used++] = (char)(16 * digit(text[at + 1]) + digit(text[at + 2])); // BUG
      at += 3;
    } else {
      out[used++] = text[at++]; // BUG
    }
  }
  return 0;
}
