/* Collation in the "C" locale is comparison by bytes. */
#include <locale.h>
#include <string.h>

int strcoll(const char *a, const char *b) { return strcmp(a, b); }

int strcoll_l(const char *a, const char *b, locale_t locale) {
  (void)locale;
  return strcmp(a, b);
}

size_t strxfrm(char *restrict to, const char *restrict from, size_t limit) {
  size_t n = strlen(from);
  if (limit) {
    size_t kept = n < limit ? n + 1 : limit;
    memcpy(to, from, kept);
  }
  return n;
}

size_t strxfrm_l(char *restrict to, const char *restrict from, size_t limit, locale_t locale) {
  (void)locale;
  return strxfrm(to, from, limit);
}
