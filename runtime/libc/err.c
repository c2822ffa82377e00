/* err.h: messages to the standard error stream, most of them followed by the end of the program. */
#include <err.h>
#include <stdarg.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void say(int number, int with_error, const char *format, va_list arguments) {
  fprintf(stderr, "%s: ", program_invocation_short_name);
  if (format) vfprintf(stderr, format, arguments);
  if (with_error) fprintf(stderr, format ? ": %s" : "%s", strerror(number));
  fputc('\n', stderr);
}

void vwarn(const char *format, va_list arguments) { say(errno, 1, format, arguments); }
void vwarnx(const char *format, va_list arguments) { say(0, 0, format, arguments); }

void verr(int status, const char *format, va_list arguments) {
  vwarn(format, arguments);
  exit(status);
}

void verrx(int status, const char *format, va_list arguments) {
  vwarnx(format, arguments);
  exit(status);
}

void warn(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vwarn(format, arguments);
  va_end(arguments);
}

void warnx(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vwarnx(format, arguments);
  va_end(arguments);
}

void err(int status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  verr(status, format, arguments);
}

void errx(int status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  verrx(status, format, arguments);
}
