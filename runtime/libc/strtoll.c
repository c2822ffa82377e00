/* The other names of strtol and strtoul: long long and intmax_t are as wide as long. */
#include <inttypes.h>
#include <locale.h>
#include <stdlib.h>

long long strtoll(const char *restrict text, char **restrict end, int base) { return strtol(text, end, base); }
long long strtoq(const char *restrict text, char **restrict end, int base) { return strtol(text, end, base); }
intmax_t strtoimax(const char *restrict text, char **restrict end, int base) { return strtol(text, end, base); }

unsigned long long strtoull(const char *restrict text, char **restrict end, int base) {
  return strtoul(text, end, base);
}
unsigned long long strtouq(const char *restrict text, char **restrict end, int base) {
  return strtoul(text, end, base);
}
uintmax_t strtoumax(const char *restrict text, char **restrict end, int base) { return strtoul(text, end, base); }

long strtol_l(const char *restrict text, char **restrict end, int base, locale_t locale) {
  (void)locale;
  return strtol(text, end, base);
}
unsigned long strtoul_l(const char *restrict text, char **restrict end, int base, locale_t locale) {
  (void)locale;
  return strtoul(text, end, base);
}

/* Names that the headers of newer systems and of C23 mode produce. */
long __isoc23_strtol(const char *restrict text, char **restrict end, int base) { return strtol(text, end, base); }
long long __isoc23_strtoll(const char *restrict text, char **restrict end, int base) {
  return strtol(text, end, base);
}
unsigned long __isoc23_strtoul(const char *restrict text, char **restrict end, int base) {
  return strtoul(text, end, base);
}
unsigned long long __isoc23_strtoull(const char *restrict text, char **restrict end, int base) {
  return strtoul(text, end, base);
}
