/* Numbers from text for a given locale: all locales are "C". */
#include <locale.h>
#include <stdlib.h>

double strtod_l(const char *restrict text, char **restrict end, locale_t locale) {
  (void)locale;
  return strtod(text, end);
}
float strtof_l(const char *restrict text, char **restrict end, locale_t locale) {
  (void)locale;
  return strtof(text, end);
}
long double strtold_l(const char *restrict text, char **restrict end, locale_t locale) {
  (void)locale;
  return strtold(text, end);
}
long long strtoll_l(const char *restrict text, char **restrict end, int base, locale_t locale) {
  (void)locale;
  return strtol(text, end, base);
}
unsigned long long strtoull_l(const char *restrict text, char **restrict end, int base, locale_t locale) {
  (void)locale;
  return strtoul(text, end, base);
}
