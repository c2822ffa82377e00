/* error.h: messages with the program's name and perhaps a place, then perhaps the end of the program. */
#include <errno.h>
#include <error.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void (*error_print_progname)(void);
unsigned error_message_count;
int error_one_per_line;

static void say(int status, int number, const char *format, va_list arguments) {
  vfprintf(stderr, format, arguments);
  error_message_count++;
  if (number) fprintf(stderr, ": %s", strerror(number));
  fputc('\n', stderr);
  if (status) exit(status);
}

static void begin(void) {
  fflush(stdout);
  if (error_print_progname) {
    error_print_progname();
  } else {
    fputs(program_invocation_name, stderr);
  }
}

void error(int status, int number, const char *format, ...) {
  begin();
  if (!error_print_progname) fputs(": ", stderr);
  va_list arguments;
  va_start(arguments, format);
  say(status, number, format, arguments);
  va_end(arguments);
}

void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...) {
  static const char *last_file;
  static unsigned last_line;
  if (error_one_per_line) {
    if (last_line == line && (file == last_file || (file && last_file && !strcmp(file, last_file)))) return;
    last_file = file;
    last_line = line;
  }
  begin();
  if (!error_print_progname) fputc(':', stderr);
  if (file) {
    fprintf(stderr, "%s:%u: ", file, line);
  } else if (!error_print_progname) {
    fputc(' ', stderr);
  }
  va_list arguments;
  va_start(arguments, format);
  say(status, number, format, arguments);
  va_end(arguments);
}
