/* Text to integers: values, errno and the end of the number. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"

OURS(strtol); OURS(strtoul); OURS(strtoll); OURS(strtoull); OURS(strtoimax); OURS(strtoumax); OURS(atoi); OURS(atol); OURS(atoll);

#define CONVERT(name)                                                                                             \
  do {                                                                                                            \
    char *end = NULL, *our_end = NULL;                                                                            \
    errno = *ours_errno() = 0;                                                                                    \
    unsigned long value = (unsigned long)name(text, &end, base);                                                  \
    unsigned long our_value = (unsigned long)bl_##name(text, &our_end, base);                                     \
    check(value == our_value && end == our_end && errno == *ours_errno(), #name "(\"%s\", %d): %lx errno %d, not %lx errno %d", \
          text, base, our_value, *ours_errno(), value, errno);                                                    \
  } while (0)

static void convert(const char *text, int base) {
  CONVERT(strtol); CONVERT(strtoul); CONVERT(strtoll); CONVERT(strtoull); CONVERT(strtoimax); CONVERT(strtoumax);
}

static void plain(const char *text) {
  check(atoi(text) == bl_atoi(text) && atol(text) == bl_atol(text) && atoll(text) == bl_atoll(text), "atoi(%s)", text);
}

void compare_integers(void) {
  static const char *const edges[] = {
      "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615",
      "18446744073709551616", "-18446744073709551615", "-18446744073709551616", "99999999999999999999999", "0x", "0xg", "0x1",
      "-0x8000000000000000", "0X7fffffffffffffff", "00", "08", "", " ", "+", "-", "+-1", "- 1", "\t\n\v\f\r 12", "1_", "zz", "0b1"};
  for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
    for (int base = -1; base <= 38; base++) convert(edges[i], base);
    plain(edges[i]);
  }
  for (int turn = 0; turn < 30000; turn++) {
    char text[32];
    static const char *const alphabets[] = {"0123456789", "01", " +-0x19aF", "0123456789abcdefxXzZ"};
    random_text(text, sizeof text, alphabets[below(4)]);
    static const int bases[] = {0, 2, 8, 10, 16, 36};
    convert(text, bases[below(6)]);
    plain(text);
  }
}
