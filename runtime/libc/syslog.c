/* The system's log: nobody reads it. Messages are formatted, so that their errors show, and dropped. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <syslog.h>

void openlog(const char *name, int options, int facility) { (void)name, (void)options, (void)facility; }
void closelog(void) {}

int setlogmask(int mask) {
  static int current = 0xff;
  int old = current;
  if (mask) current = mask;
  return old;
}

void vsyslog(int priority, const char *format, va_list arguments) {
  (void)priority;
  vsnprintf(NULL, 0, format, arguments);
}

void syslog(int priority, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsyslog(priority, format, arguments);
  va_end(arguments);
}

void __vsyslog_chk(int priority, int flag, const char *format, va_list arguments) {
  (void)flag;
  vsyslog(priority, format, arguments);
}

void __syslog_chk(int priority, int flag, const char *format, ...) {
  (void)flag;
  va_list arguments;
  va_start(arguments, format);
  vsyslog(priority, format, arguments);
  va_end(arguments);
}
