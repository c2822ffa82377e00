/* Converting strings piece by piece, in the "C" locale. */
#include <errno.h>
#include <wchar.h>

size_t mbsnrtowcs(wchar_t *restrict out, const char **restrict source, size_t bytes, size_t limit,
                  mbstate_t *restrict state) {
  const char *s = *source;
  for (size_t n = 0;; n++) {
    if (n == bytes || (out && n == limit)) {
      if (out) *source = s + n;
      return n;
    }
    wchar_t c;
    size_t result = mbrtowc(&c, s + n, 1, state);
    if (result == (size_t)-1) {
      if (out) *source = s + n;
      return result;
    }
    if (out) out[n] = c;
    if (result == 0) {
      if (out) *source = NULL;
      return n;
    }
  }
}

size_t mbsrtowcs(wchar_t *restrict out, const char **restrict source, size_t limit, mbstate_t *restrict state) {
  return mbsnrtowcs(out, source, (size_t)-1, limit, state);
}

size_t wcsnrtombs(char *restrict out, const wchar_t **restrict source, size_t characters, size_t limit,
                  mbstate_t *restrict state) {
  const wchar_t *s = *source;
  for (size_t n = 0;; n++) {
    if (n == characters || (out && n == limit)) {
      if (out) *source = s + n;
      return n;
    }
    char c;
    if (wcrtomb(&c, s[n], state) == (size_t)-1) {
      if (out) *source = s + n;
      return (size_t)-1;
    }
    if (out) out[n] = c;
    if (s[n] == 0) {
      if (out) *source = NULL;
      return n;
    }
  }
}

size_t wcsrtombs(char *restrict out, const wchar_t **restrict source, size_t limit, mbstate_t *restrict state) {
  return wcsnrtombs(out, source, (size_t)-1, limit, state);
}
