/* Numbers as text of 64 digits, the lowest first. */
#include <stdint.h>
#include <stdlib.h>

enum { MOST_DIGITS = 6 };

static const char digits[64] = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

char *l64a(long number) {
  static char text[MOST_DIGITS + 1];
  char *end = text;
  for (uint32_t rest = (uint32_t)number; rest; rest >>= 6) *end++ = digits[rest & 63];
  *end = '\0';
  return text;
}

long a64l(const char *text) {
  uint32_t number = 0;
  for (int i = 0; i < MOST_DIGITS; i++) {
    int digit = 0;
    while (digit < 64 && digits[digit] != text[i]) digit++;
    if (digit == 64) break;
    number |= (uint32_t)digit << 6 * i;
  }
  return number;
}
