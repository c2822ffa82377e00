/* The names that conversions between bytes and wide text get under _FORTIFY_SOURCE; as wide_chk.c. */
#include <stdlib.h>
#include <wchar.h>

size_t __mbstowcs_chk(wchar_t *to, const char *from, size_t n, size_t room) {
  (void)room;
  return mbstowcs(to, from, n);
}

size_t __wcstombs_chk(char *to, const wchar_t *from, size_t n, size_t room) {
  (void)room;
  return wcstombs(to, from, n);
}

size_t __mbsrtowcs_chk(wchar_t *to, const char **from, size_t n, mbstate_t *state, size_t room) {
  (void)room;
  return mbsrtowcs(to, from, n, state);
}

size_t __wcsrtombs_chk(char *to, const wchar_t **from, size_t n, mbstate_t *state, size_t room) {
  (void)room;
  return wcsrtombs(to, from, n, state);
}

size_t __wcrtomb_chk(char *to, wchar_t from, mbstate_t *state, size_t room) {
  (void)room;
  return wcrtomb(to, from, state);
}

int __wctomb_chk(char *to, wchar_t from, size_t room) {
  (void)room;
  return wctomb(to, from);
}
