/* Comparing strings with numbers inside by the value of the numbers. */
#include <string.h>

static int is_digit(char c) { return (unsigned char)(c - '0') < 10; }

static size_t digits(const char *s) {
  size_t n = 0;
  while (is_digit(s[n])) n++;
  return n;
}

int strverscmp(const char *a, const char *b) {
  size_t i = 0, run = 0;
  int only_zeros = 1;
  for (; a[i] == b[i]; i++) {
    if (!a[i]) return 0;
    if (!is_digit(a[i])) {
      run = i + 1;
      only_zeros = 1;
    } else if (a[i] != '0') {
      only_zeros = 0;
    }
  }
  /* `run` is where the digits that reach up to the difference begin. */
  int difference = (unsigned char)a[i] - (unsigned char)b[i];
  int fractional = a[run] == '0' || b[run] == '0';
  if (fractional) {
    /* A number with leading zeros is less than its own prefix of zeros. */
    if (only_zeros && run < i && (is_digit(a[i]) || is_digit(b[i])))
      return (unsigned char)(a[i] - '0') - (unsigned char)(b[i] - '0');
    return difference;
  }
  if (!is_digit(a[run]) || !is_digit(b[run])) return difference;
  size_t in_a = digits(a + i), in_b = digits(b + i);
  return in_a == in_b ? difference : in_a > in_b ? 1 : -1;
}
