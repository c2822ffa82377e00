/* Searching wide strings for sets of characters, cutting them up, and other forms of copying and comparing. */
#include <string.h>
#include <wchar.h>
#include <wctype.h>

/* Whether a character other than 0 is in the set. */
static int contains(const wchar_t *set, wchar_t c) {
  int found = 0;
  for (; *set; set++) found |= *set == c;
  return found;
}

size_t wcsspn(const wchar_t *s, const wchar_t *set) {
  size_t n = 0;
  while (s[n] && contains(set, s[n])) n++;
  return n;
}

size_t wcscspn(const wchar_t *s, const wchar_t *set) {
  size_t n = 0;
  while (s[n] && !contains(set, s[n])) n++;
  return n;
}

wchar_t *wcspbrk(const wchar_t *s, const wchar_t *set) {
  s += wcscspn(s, set);
  return *s ? (wchar_t *)s : NULL;
}

wchar_t *wcstok(wchar_t *restrict s, const wchar_t *restrict delimiters, wchar_t **restrict rest) {
  if (!s) s = *rest;
  if (!s) return NULL;
  s += wcsspn(s, delimiters);
  if (!*s) {
    *rest = NULL;
    return NULL;
  }
  wchar_t *end = s + wcscspn(s, delimiters);
  *rest = *end ? end + 1 : NULL;
  *end = 0;
  return s;
}

wchar_t *wcschrnul(const wchar_t *s, wchar_t c) {
  while ((*s != c) & (*s != 0)) s++;
  return (wchar_t *)s;
}

wchar_t *wcswcs(const wchar_t *haystack, const wchar_t *needle) { return wcsstr(haystack, needle); }

wchar_t *wcpcpy(wchar_t *restrict to, const wchar_t *restrict from) {
  while ((*to = *from++)) to++;
  return to;
}

wchar_t *wcpncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t limit) {
  size_t n = wcsnlen(from, limit);
  wcsncpy(to, from, limit);
  return to + n;
}

int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t limit) {
  for (size_t i = 0; i < limit; i++) {
    wint_t x = towlower((wint_t)a[i]), y = towlower((wint_t)b[i]);
    if ((x != y) | (x == 0)) return (int)x - (int)y;
  }
  return 0;
}

int wcscasecmp(const wchar_t *a, const wchar_t *b) { return wcsncasecmp(a, b, (size_t)-1); }

size_t wcsxfrm(wchar_t *restrict to, const wchar_t *restrict from, size_t room) {
  size_t n = wcslen(from);
  if (n < room) wmemcpy(to, from, n + 1);
  return n;
}
