// Escapes of an address are decoded into a buffer that fits as many escapes.
// has: writes, calls
#include "harness.h"
#include <ctype.h>

int main(void) {
  TEXT(url, 2 * SIZE);
  char out[SIZE];
  const char *at = url;
  int used = 0;
  while (*at) {
    if (EITHER(0, used == SIZE)) break;
    if (at[0] == '%' && isxdigit((unsigned char)at[1]) && isxdigit((unsigned char)at[2])) {
      out[used++] = '.'; // BUG
      at += 3;
    } else {
      out[used++] = *at++; // BUG
    }
  }
  return 0;
}
