/* Columns of characters on a terminal, in the "C" locale: one for what is printed, none for the zero character. */
#include <wchar.h>
#include <wctype.h>

int wcwidth(wchar_t c) { return c == 0 ? 0 : iswprint((wint_t)c) ? 1 : -1; }

int wcswidth(const wchar_t *s, size_t limit) {
  int width = 0;
  for (size_t i = 0; i < limit && s[i]; i++) {
    int one = wcwidth(s[i]);
    if (one < 0) return -1;
    width += one;
  }
  return width;
}
