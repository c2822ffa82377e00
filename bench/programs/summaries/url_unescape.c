// Escapes of an address become what they stand for, a plus becomes a blank, and a broken escape stays as it is.
// has: writes, calls
#include "harness.h"

static int hex(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

int main(void) {
  TEXT(in, 4 * SIZE);
  char out[SIZE];
  int used = 0;
  for (const char *from = in; *from; from++) {
    char c = *from;
    if (c == '+') {
      c = ' ';
    } else if (c == '%') {
      int high = hex(from[1]);
      if (high >= 0) {
        int low = hex(from[2]);
        if (low >= 0) {
          c = high << 4 | low;
          from += 2;
        }
      }
    }
    if (EITHER(used > SIZE, used >= SIZE)) return 1;
    out[used++] = c; // BUG
  }
  return 0;
}
