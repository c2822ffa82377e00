/* Classes of wide characters: those of ASCII, as bytes; nothing above has a class in the "C" locale. */
#include <ctype.h>
#include <wctype.h>

#define AS_BYTE(wide, byte) \
  int(wide)(wint_t c) { return c > 127 ? 0 : (byte)((int)c); }

AS_BYTE(iswupper, isupper)
AS_BYTE(iswlower, islower)
AS_BYTE(iswdigit, isdigit)
AS_BYTE(iswalpha, isalpha)
AS_BYTE(iswalnum, isalnum)
AS_BYTE(iswxdigit, isxdigit)
AS_BYTE(iswspace, isspace)
AS_BYTE(iswblank, isblank)
AS_BYTE(iswcntrl, iscntrl)
AS_BYTE(iswprint, isprint)
AS_BYTE(iswgraph, isgraph)
AS_BYTE(iswpunct, ispunct)

wint_t(towlower)(wint_t c) { return c > 127 ? c : (wint_t)(tolower)((int)c); }
wint_t(towupper)(wint_t c) { return c > 127 ? c : (wint_t)(toupper)((int)c); }
