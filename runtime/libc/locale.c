/* The "C" locale, which is the only one. */
#include <errno.h>
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <string.h>

char *setlocale(int category, const char *name) {
  if (category < LC_CTYPE || category > LC_IDENTIFICATION) {
    errno = EINVAL;
    return NULL;
  }
  /* The empty name asks for the environment's locale, and the environment is taken to name none. */
  if (name && *name && strcmp(name, "C") && strcmp(name, "POSIX")) {
    errno = ENOENT;
    return NULL;
  }
  return (char *)"C";
}

struct lconv *localeconv(void) {
  static struct lconv c = {
      .decimal_point = (char *)".",     .thousands_sep = (char *)"",      .grouping = (char *)"",
      .int_curr_symbol = (char *)"",    .currency_symbol = (char *)"",    .mon_decimal_point = (char *)"",
      .mon_thousands_sep = (char *)"",  .mon_grouping = (char *)"",       .positive_sign = (char *)"",
      .negative_sign = (char *)"",      .int_frac_digits = CHAR_MAX,      .frac_digits = CHAR_MAX,
      .p_cs_precedes = CHAR_MAX,        .p_sep_by_space = CHAR_MAX,       .n_cs_precedes = CHAR_MAX,
      .n_sep_by_space = CHAR_MAX,       .p_sign_posn = CHAR_MAX,          .n_sign_posn = CHAR_MAX,
      .int_p_cs_precedes = CHAR_MAX,    .int_p_sep_by_space = CHAR_MAX,   .int_n_cs_precedes = CHAR_MAX,
      .int_n_sep_by_space = CHAR_MAX,   .int_p_sign_posn = CHAR_MAX,      .int_n_sign_posn = CHAR_MAX,
  };
  return &c;
}

char *nl_langinfo(nl_item item) {
  switch (item) {
    case CODESET: return (char *)"ANSI_X3.4-1968";
    case RADIXCHAR: return (char *)".";
    default: return (char *)"";
  }
}
