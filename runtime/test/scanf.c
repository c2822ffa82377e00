/* The scanf family: generated inputs against formats of every kind. */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "compare.h"

extern int bl_vsscanf(const char *, const char *, va_list);
extern int bl_sscanf(const char *, const char *, ...);

/* What a call may store into; compared as a whole. */
struct values {
  unsigned char bytes[4][32];
};

static int call(int (*function)(const char *, const char *, va_list), const char *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int result = function(text, format, arguments);
  va_end(arguments);
  return result;
}

static void both(const char *text, const char *format) {
  struct values theirs, ours;
  memset(&theirs, 0x5a, sizeof theirs);
  memset(&ours, 0x5a, sizeof ours);
  int n = call(vsscanf, text, format, &theirs.bytes[0], &theirs.bytes[1], &theirs.bytes[2], &theirs.bytes[3]);
  int m = call(bl_vsscanf, text, format, &ours.bytes[0], &ours.bytes[1], &ours.bytes[2], &ours.bytes[3]);
  int same = n == m;
  if (n == m) same = !memcmp(&theirs, &ours, sizeof ours);
  check(same, "sscanf(\"%s\", \"%s\"): %d, not %d%s", text, format, m, n, n == m ? " (values)" : "");
}

void compare_scanf(void) {
  static const char *const formats[] = {
      "%d", "%i", "%u", "%x", "%o", "%X", "%hd", "%hhu", "%ld", "%lli", "%jd %zu", "%3d%n", "%d,%d", "%d %d %d", "%*d %d", "%d%%%d", "%2d%2x%n",
      "%s", "%5s", "%s %s", "%c", "%3c", "%c%c%c", " %c", "%[abc]", "%[^abc]", "%[a-c]%n", "%[]a]", "%[^]a]%s", "%4[0-9]%n", "%*[ab]%s", "%*s%n",
      "%f", "%lf", "%Lf", "%5lf%n", "%e%n", "%lg,%lg", "%a", "x%dy", "a b%d", "%n%d", "%d%n", "%p", "%1d%1d%1d", "%lc", "%ls", "%l[ab]", "%i%n",
      "%x%n", "%f%n", "%[a-]", "%[-a]%n", "%5c%n", "%3[^\n]", "(%d)", "%d %n", "%hhx:%hhx"};
  static const char *const alphabets[] = {"0123456789 ", "+-0x19aF ", "abc 1,]-", "0.5eE+-xp ", " \t\n12a", "inftyNAN1.e", "(12:x)%y "};
  for (int turn = 0; turn < 60000; turn++) {
    char text[16];
    random_text(text, sizeof text, alphabets[below(7)]);
    both(text, formats[below(sizeof formats / sizeof *formats)]);
  }
  static const char *const texts[] = {"", " ", "99999999999999999999", "-99999999999999999999", "4294967296", "0x", "0xg", "0x1g", "-0x10", "08",
                                      "1e5", "1e+", "1e", ".5", ".", "-.", "infinity", "infinit", "inf", "nan", "nan(1)", "0x1.8p3", "0x.p1", "1.5.5", "+", "-", "--1",
                                      "0x1p", "infx", "i", "in", "n", "na", "0", "00", "0x0", "1 2 3", "a b12", "x5y", "12%34", "(5)", "ab:cd"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    for (size_t k = 0; k < sizeof formats / sizeof *formats; k++) both(texts[i], formats[k]);
  }
  char *x = NULL, *y = NULL;
  check(sscanf("  hello world", "%ms", &x) == bl_sscanf("  hello world", "%ms", &y) && x && y && !strcmp(x, y), "%%ms");
  free(x), free(y);
}
