/* Wide text to numbers: the longest prefix that can be part of a number is ASCII, so the functions for text do the work. */
#include <inttypes.h>
#include <locale.h>
#include <stdlib.h>
#include <wchar.h>

/* Copies the characters from the start that are ASCII, up to one that no number contains. The copy is the caller's. */
static char *narrow(const wchar_t *text) {
  size_t n = 0;
  while ((text[n] > 0) & (text[n] < 128)) n++;
  char *copy = malloc(n + 1);
  if (!copy) return NULL;
  for (size_t i = 0; i < n; i++) copy[i] = (char)text[i];
  copy[n] = 0;
  return copy;
}

#define PARSE(name, type, narrow_call)                              \
  type name(const wchar_t *restrict text, wchar_t **restrict end) { \
    char *copy = narrow(text), *stop = copy;                        \
    if (!copy) return 0;                                            \
    type result = narrow_call(copy, &stop);                         \
    if (end) *end = (wchar_t *)text + (stop - copy);                \
    free(copy);                                                     \
    return result;                                                  \
  }

PARSE(wcstod, double, strtod)
PARSE(wcstof, float, strtof)
PARSE(wcstold, long double, strtold)

#define PARSE_INTEGER(name, type, narrow_call)                                \
  type name(const wchar_t *restrict text, wchar_t **restrict end, int base) { \
    char *copy = narrow(text), *stop = copy;                                  \
    if (!copy) return 0;                                                      \
    type result = narrow_call(copy, &stop, base);                             \
    if (end) *end = (wchar_t *)text + (stop - copy);                          \
    free(copy);                                                               \
    return result;                                                            \
  }

PARSE_INTEGER(wcstol, long, strtol)
PARSE_INTEGER(wcstoul, unsigned long, strtoul)
PARSE_INTEGER(wcstoll, long long, strtol)
PARSE_INTEGER(wcstoull, unsigned long long, strtoul)
PARSE_INTEGER(wcstoimax, intmax_t, strtol)
PARSE_INTEGER(wcstoumax, uintmax_t, strtoul)

/* The names that the headers of newer systems and of C23 mode produce. */
long __isoc23_wcstol(const wchar_t *restrict text, wchar_t **restrict end, int base) { return wcstol(text, end, base); }
unsigned long __isoc23_wcstoul(const wchar_t *restrict text, wchar_t **restrict end, int base) {
  return wcstoul(text, end, base);
}
