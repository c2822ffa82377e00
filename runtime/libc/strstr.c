/* Finding a string in a string. A position costs one decision whether the haystack goes on and one whether it matches,
 * however long the needle is. */
#include <string.h>

static int lower(char c) {
  unsigned char u = (unsigned char)c;
  return u | (((unsigned)u - 'A' < 26u) << 5);
}

static int differs(const char *at, const char *needle, size_t n) {
  int different = 0;
  for (size_t i = 0; i < n; i++) different |= at[i] ^ needle[i];
  return different;
}

static int differs_in_letters(const char *at, const char *needle, size_t n) {
  int different = 0;
  for (size_t i = 0; i < n; i++) different |= lower(at[i]) ^ lower(needle[i]);
  return different;
}

static char *find(const char *haystack, const char *needle, int (*differ)(const char *, const char *, size_t)) {
  size_t n = strlen(needle);
  if (n == 0) return (char *)haystack;
  if (strnlen(haystack, n - 1) < n - 1) return NULL;
  for (; haystack[n - 1]; haystack++) {
    if (!differ(haystack, needle, n)) return (char *)haystack;
  }
  return NULL;
}

char *strstr(const char *haystack, const char *needle) { return find(haystack, needle, differs); }

char *strcasestr(const char *haystack, const char *needle) { return find(haystack, needle, differs_in_letters); }
