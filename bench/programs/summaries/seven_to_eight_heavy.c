// Four characters become three bytes; line ends between any two of them are passed over, a sign of padding ends the text. By pointers.
// has: writes, nested, calls
#include "harness.h"

static int value(int c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+') return 62;
  return 63;
}

int main(void) {
  TEXT(in, 4 * SIZE);
  unsigned char out[SIZE];
  unsigned char *to = out, *end = out + SIZE;
  const char *from = in;
  int first, second, third, fourth;
  while ((first = *from++) != 0) {
    if (first == '\n' || first == '\r') continue;
    do {
      second = *from++;
    } while (second == '\n' || second == '\r');
    if (second == 0 || second == '=') break;
    if (EITHER(to > end, to >= end)) break;
    *to++ = value(first) << 2 | value(second) >> 4; // BUG
    do {
      third = *from++;
    } while (third == '\n' || third == '\r');
    if (third == 0 || third == '=') break;
    if (EITHER(to > end, to >= end)) break;
    *to++ = value(second) << 4 | value(third) >> 2; // BUG
    do {
      fourth = *from++;
    } while (fourth == '\n' || fourth == '\r');
    if (fourth == 0 || fourth == '=') break;
    if (EITHER(to > end, to >= end)) break;
    *to++ = value(third) << 6 | value(fourth); // BUG
  }
  return 0;
}
