/* Character classes for a given locale: all locales are "C". */
#include <ctype.h>

#define IN_ANY_LOCALE(name)                 \
  int(name##_l)(int c, locale_t locale) { \
    (void)locale;                           \
    return (name)(c);                       \
  }

IN_ANY_LOCALE(isupper)
IN_ANY_LOCALE(islower)
IN_ANY_LOCALE(isdigit)
IN_ANY_LOCALE(isalpha)
IN_ANY_LOCALE(isalnum)
IN_ANY_LOCALE(isxdigit)
IN_ANY_LOCALE(isspace)
IN_ANY_LOCALE(isblank)
IN_ANY_LOCALE(iscntrl)
IN_ANY_LOCALE(isprint)
IN_ANY_LOCALE(isgraph)
IN_ANY_LOCALE(ispunct)
IN_ANY_LOCALE(tolower)
IN_ANY_LOCALE(toupper)
