/* Locale objects: all of them are the "C" locale, so one object stands for all and switching changes nothing. */
#include <errno.h>
#include <locale.h>
#include <string.h>

static struct __locale_struct the_c_locale;
static locale_t current = LC_GLOBAL_LOCALE;

locale_t newlocale(int mask, const char *name, locale_t base) {
  (void)base;
  if ((mask & ~LC_ALL_MASK) || !name) {
    errno = EINVAL;
    return (locale_t)0;
  }
  /* As in setlocale: the empty name asks the environment, which names none. */
  if (*name && strcmp(name, "C") && strcmp(name, "POSIX")) {
    errno = ENOENT;
    return (locale_t)0;
  }
  return &the_c_locale;
}

locale_t duplocale(locale_t object) {
  (void)object;
  return &the_c_locale;
}

void freelocale(locale_t object) { (void)object; }

locale_t uselocale(locale_t object) {
  locale_t before = current;
  if (object)
    current = object;
  return before;
}
