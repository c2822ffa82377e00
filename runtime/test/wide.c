/* Wide strings and multibyte characters in the "C" locale. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>
#include <limits.h>

#include "compare.h"

OURS(wcslen); OURS(wcscmp); OURS(wcsncmp); OURS(wcschr); OURS(wcsrchr); OURS(wcsstr); OURS(wcscpy); OURS(wcsncpy); OURS(wmemcmp); OURS(mbstowcs);
OURS(wcstombs); OURS(mbtowc); OURS(wctomb); OURS(mblen); OURS(btowc); OURS(wctob); OURS(iswalpha); OURS(iswspace); OURS(towupper); OURS(iswpunct);
OURS(wcsspn); OURS(wcscspn); OURS(wcspbrk); OURS(wcstok); OURS(wcscasecmp); OURS(wcpncpy); OURS(wcwidth); OURS(wctype); OURS(iswctype); OURS(wcstol); OURS(wcstod);
OURS(mbsrtowcs); OURS(wcsrtombs);

enum { ROOM = 12 };

static void sets_and_numbers(void) {
  wchar_t a[ROOM], b[ROOM], c[ROOM], *rest = NULL, *our_rest = NULL;
  for (int i = 0; i < ROOM; i++) a[i] = L"aAb1 -0x9."[below(10)], b[i] = L"aAb1 -0x9."[below(10)];
  a[below(ROOM)] = a[ROOM - 1] = b[below(4)] = b[ROOM - 1] = 0;
  check(wcsspn(a, b) == bl_wcsspn(a, b) && wcscspn(a, b) == bl_wcscspn(a, b) && wcspbrk(a, b) == bl_wcspbrk(a, b), "wcsspn");
  check(sign(wcscasecmp(a, b)) == sign(bl_wcscasecmp(a, b)), "wcscasecmp");
  wchar_t *end, *our_end;
  int base = below(3) ? 10 : (int)below(37);
  errno = *ours_errno() = 0;
  if (base != 1) {
    long x = wcstol(a, &end, base), y = bl_wcstol(a, &our_end, base);
    check(x == y && end == our_end && errno == *ours_errno(), "wcstol");
  }
  double x = wcstod(a, &end), y = bl_wcstod(a, &our_end);
  check(x == y && end == our_end, "wcstod");
  memcpy(c, a, sizeof c);
  wchar_t *p = wcstok(a, b, &rest), *q = bl_wcstok(c, b, &our_rest);
  while (p && q && p - a == q - c) p = wcstok(NULL, b, &rest), q = bl_wcstok(NULL, b, &our_rest);
  check(!p && !q && !memcmp(a, c, sizeof a), "wcstok");
  char s[ROOM];
  wchar_t v[ROOM], w[ROOM];
  random_text(s, ROOM, "abcdefgh\x80");
  memset(v, 7, sizeof v), memset(w, 7, sizeof w);
  const char *from = s, *our_from = s;
  size_t n = below(ROOM), m = mbsrtowcs(v, &from, n, NULL), k = bl_mbsrtowcs(w, &our_from, n, NULL);
  check(m == k && from == our_from && !memcmp(v, w, sizeof v), "mbsrtowcs(%s, %zu)", s, n);
}

void compare_wide(void) {
  static const char *const classes[] = {"alpha", "digit", "space", "xdigit", "nothing", "print"};
  for (int turn = 0; turn < 5000; turn++) sets_and_numbers();
  for (int c = 0; c < 300; c++) {
    const char *name = classes[c % 6];
    check(wcwidth(c) == bl_wcwidth(c), "wcwidth(%d)", c);
    check(!iswctype((wint_t)c / 6, wctype(name)) == !bl_iswctype((wint_t)c / 6, bl_wctype(name)), "iswctype(%d, %s)", c / 6, name);
  }

  for (int turn = 0; turn < 5000; turn++) {
    wchar_t a[ROOM], b[ROOM], x[ROOM], y[ROOM];
    for (int i = 0; i < ROOM; i++) a[i] = (wchar_t)('a' + below(2)), b[i] = below(8) ? a[i] : (wchar_t)(random_bits() >> 34);
    a[below(ROOM)] = b[below(ROOM)] = a[ROOM - 1] = b[ROOM - 1] = 0;
    size_t n = below(ROOM);
    check(wcslen(a) == bl_wcslen(a), "wcslen");
    check(sign(wcscmp(a, b)) == sign(bl_wcscmp(a, b)) && sign(wcsncmp(a, b, n)) == sign(bl_wcsncmp(a, b, n)), "wcscmp");
    check(sign(wmemcmp(a, b, n)) == sign(bl_wmemcmp(a, b, n)), "wmemcmp");
    check(wcschr(a, 'b') == bl_wcschr(a, 'b') && wcsrchr(a, 'b') == bl_wcsrchr(a, 'b'), "wcschr");
    b[2] = 0;
    check(wcsstr(a, b) == bl_wcsstr(a, b), "wcsstr");
    memset(x, 7, sizeof x), memset(y, 7, sizeof y);
    wcsncpy(x, a, n), bl_wcsncpy(y, a, n);
    check(!memcmp(x, y, sizeof x), "wcsncpy");
    char s[ROOM], t[ROOM], u[ROOM];
    random_text(s, ROOM, "abcdefghijkl\x80");
    memset(x, 7, sizeof x), memset(y, 7, sizeof y);
    size_t p = mbstowcs(x, s, n), q = bl_mbstowcs(y, s, n);
    check(p == q && (p == (size_t)-1 || !memcmp(x, y, sizeof x)), "mbstowcs(%s, %zu)", s, n);
    memset(t, 7, sizeof t), memset(u, 7, sizeof u);
    p = wcstombs(t, a, n), q = bl_wcstombs(u, a, n);
    check(p == q && !memcmp(t, u, sizeof t), "wcstombs");
  }
  for (int c = 0; c < 400; c++) {
    wchar_t v = 0, w = 0;
    char one[2] = {(char)c, 0}, s[MB_LEN_MAX] = "", t[MB_LEN_MAX] = "";
    check(mbtowc(&v, one, 1) == bl_mbtowc(&w, one, 1) && mblen(one, 1) == bl_mblen(one, 1), "mbtowc(%d)", c);
    check(wctomb(s, c) == bl_wctomb(t, c) && s[0] == t[0], "wctomb(%d)", c);
    check(btowc(c) == bl_btowc(c) && wctob((wint_t)c) == bl_wctob((wint_t)c), "btowc(%d)", c);
    check(!iswalpha((wint_t)c) == !bl_iswalpha((wint_t)c) && !iswspace((wint_t)c) == !bl_iswspace((wint_t)c) &&
              !iswpunct((wint_t)c) == !bl_iswpunct((wint_t)c) && towupper((wint_t)c) == bl_towupper((wint_t)c), "iswalpha(%d)", c);
  }
}
