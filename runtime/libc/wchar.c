/* Wide strings. */
#include <stdint.h>
#include <stdlib.h>
#include <wchar.h>

size_t wcslen(const wchar_t *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}

size_t wcsnlen(const wchar_t *s, size_t limit) {
  size_t n = 0;
  while (n < limit && s[n]) n++;
  return n;
}

wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from) {
  for (size_t i = 0; (to[i] = from[i]); i++) continue;
  return to;
}

wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t limit) {
  size_t i = 0;
  for (; i < limit && from[i]; i++) to[i] = from[i];
  for (; i < limit; i++) to[i] = 0;
  return to;
}

wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from) {
  wcscpy(to + wcslen(to), from);
  return to;
}

wchar_t *wcsncat(wchar_t *restrict to, const wchar_t *restrict from, size_t limit) {
  wchar_t *end = to + wcslen(to);
  size_t i = 0;
  for (; i < limit && from[i]; i++) end[i] = from[i];
  end[i] = 0;
  return to;
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t limit) {
  for (size_t i = 0; i < limit; i++) {
    if ((a[i] != b[i]) | (a[i] == 0)) return (a[i] > b[i]) - (a[i] < b[i]);
  }
  return 0;
}

int wcscmp(const wchar_t *a, const wchar_t *b) { return wcsncmp(a, b, SIZE_MAX); }
int wcscoll(const wchar_t *a, const wchar_t *b) { return wcscmp(a, b); }

wchar_t *wcschr(const wchar_t *s, wchar_t c) {
  while ((*s != c) & (*s != 0)) s++;
  return *s == c ? (wchar_t *)s : NULL;
}

wchar_t *wcsrchr(const wchar_t *s, wchar_t c) {
  for (size_t n = wcslen(s) + 1; n-- > 0;) {
    if (s[n] == c) return (wchar_t *)s + n;
  }
  return NULL;
}

wchar_t *wcsstr(const wchar_t *haystack, const wchar_t *needle) {
  size_t n = wcslen(needle);
  for (;; haystack++) {
    if (!wcsncmp(haystack, needle, n)) return (wchar_t *)haystack;
    if (!*haystack) return NULL;
  }
}

wchar_t *wcsdup(const wchar_t *s) {
  wchar_t *copy = malloc((wcslen(s) + 1) * sizeof *copy);
  return copy ? wcscpy(copy, s) : NULL;
}
