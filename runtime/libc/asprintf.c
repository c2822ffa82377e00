/* Formatted output into fresh memory of the right size. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

int vasprintf(char **restrict out, const char *restrict format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int n = vsnprintf(NULL, 0, format, arguments);
  *out = n < 0 ? NULL : malloc((size_t)n + 1);
  if (*out) vsnprintf(*out, (size_t)n + 1, format, again);
  va_end(again);
  return *out ? n : -1;
}

int asprintf(char **restrict out, const char *restrict format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int result = vasprintf(out, format, arguments);
  va_end(arguments);
  return result;
}

int __vasprintf_chk(char **restrict out, int flag, const char *restrict format, va_list arguments) {
  (void)flag;
  return vasprintf(out, format, arguments);
}

int __asprintf_chk(char **restrict out, int flag, const char *restrict format, ...) {
  (void)flag;
  va_list arguments;
  va_start(arguments, format);
  int result = vasprintf(out, format, arguments);
  va_end(arguments);
  return result;
}
