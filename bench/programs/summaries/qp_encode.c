// Quoted-printable the other way: what cannot be printed takes three characters, for two of which there is room.
// has: writes
#include "harness.h"

int main(void) {
  TEXT(text, SIZE);
  char out[EITHER(2, 3) * SIZE];
  int used = 0;
  for (int at = 0; text[at]; at++) {
    unsigned char c = (unsigned char)text[at];
    if (c < ' ' || c > '~' || c == '=') {
      out[used++] = '='; // BUG
      out[used++] = "0123456789ABCDEF"[c >> 4]; // BUG
      out[used++] = "0123456789ABCDEF"[c & 15]; // BUG
    } else {
      out[used++] = (char)c; // BUG
    }
  }
  return 0;
}
