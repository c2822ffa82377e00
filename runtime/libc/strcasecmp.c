/* Comparing strings without regard to the case of ASCII letters. */
#include <locale.h>
#include <strings.h>

static int lower(unsigned char c) { return c | (((unsigned)c - 'A' < 26u) << 5); }

int strcasecmp(const char *a, const char *b) {
  const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;
  while ((lower(*x) == lower(*y)) & (*x != 0)) {
    x++;
    y++;
  }
  return lower(*x) - lower(*y);
}

int strncasecmp(const char *a, const char *b, size_t limit) {
  const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;
  for (size_t i = 0; i < limit; i++) {
    if ((lower(x[i]) != lower(y[i])) | (x[i] == 0)) return lower(x[i]) - lower(y[i]);
  }
  return 0;
}

int strcasecmp_l(const char *a, const char *b, locale_t locale) {
  (void)locale;
  return strcasecmp(a, b);
}

int strncasecmp_l(const char *a, const char *b, size_t limit, locale_t locale) {
  (void)locale;
  return strncasecmp(a, b, limit);
}
