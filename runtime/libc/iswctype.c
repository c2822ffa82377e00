/* Classes and mappings of wide characters, by name. */
#include <errno.h>
#include <string.h>
#include <wctype.h>

#include "character_class.h"

wctype_t wctype(const char *name) {
  return (wctype_t)(__bowline_class_exactly(name, strlen(name)) + 1);
}

int iswctype(wint_t c, wctype_t class) { return class && c < 128 && __bowline_in_class((int)class - 1, (unsigned char)c); }

static const int LOWER = 1, UPPER = 2;

wctrans_t wctrans(const char *name) {
  if (!strcmp(name, "tolower")) return (wctrans_t)&LOWER;
  if (!strcmp(name, "toupper")) return (wctrans_t)&UPPER;
  errno = EINVAL;
  return 0;
}

wint_t towctrans(wint_t c, wctrans_t mapping) {
  if (mapping == &LOWER) return towlower(c);
  if (mapping == &UPPER) return towupper(c);
  return c;
}
