/* Multibyte characters of the "C" locale: ASCII, one byte each; other bytes are no characters. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

static const size_t INVALID = (size_t)-1, INCOMPLETE = (size_t)-2;

size_t mbrtowc(wchar_t *restrict out, const char *restrict s, size_t n, mbstate_t *restrict state) {
  (void)state;
  if (!s) return 0;
  if (n == 0) return INCOMPLETE;
  unsigned char byte = (unsigned char)*s;
  if (byte > 127) {
    errno = EILSEQ;
    return INVALID;
  }
  if (out) *out = byte;
  return byte != 0;
}

size_t wcrtomb(char *restrict out, wchar_t c, mbstate_t *restrict state) {
  (void)state;
  if (!out) return 1;
  if ((unsigned)c > 127) {
    errno = EILSEQ;
    return INVALID;
  }
  *out = (char)c;
  return 1;
}

size_t mbrlen(const char *restrict s, size_t n, mbstate_t *restrict state) { return mbrtowc(NULL, s, n, state); }
int mbsinit(const mbstate_t *state) {
  (void)state;
  return 1;
}

int mbtowc(wchar_t *restrict out, const char *restrict s, size_t n) {
  size_t result = mbrtowc(out, s, n, NULL);
  return result == INVALID || result == INCOMPLETE ? -1 : (int)result;
}
int mblen(const char *s, size_t n) { return mbtowc(NULL, s, n); }
int wctomb(char *out, wchar_t c) { return out ? (int)wcrtomb(out, c, NULL) : 0; }

wint_t btowc(int c) { return (unsigned)c > 127 ? WEOF : (wint_t)c; }
int wctob(wint_t c) { return c > 127 ? EOF : (int)c; }

size_t mbstowcs(wchar_t *restrict out, const char *restrict s, size_t limit) {
  for (size_t n = 0; !out || n < limit; n++) {
    wchar_t c;
    size_t result = mbrtowc(&c, s + n, 1, NULL);
    if (result == INVALID) return INVALID;
    if (out) out[n] = c;
    if (result == 0) return n;
  }
  return limit;
}

size_t wcstombs(char *restrict out, const wchar_t *restrict s, size_t limit) {
  for (size_t n = 0; !out || n < limit; n++) {
    char c;
    if (wcrtomb(&c, s[n], NULL) == INVALID) return INVALID;
    if (out) out[n] = c;
    if (s[n] == 0) return n;
  }
  return limit;
}
