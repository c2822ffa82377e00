/* Formatted output to descriptors. */
#include <stdio.h>
#include <unistd.h>

#include "format.h"

struct descriptor {
  struct sink sink;
  int fd, failed;
};

static void write_piece(struct sink *sink, const char *text, size_t n) {
  struct descriptor *out = (struct descriptor *)sink;
  out->failed |= write(out->fd, text, n) != (ssize_t)n;
}

int vdprintf(int fd, const char *restrict format, va_list arguments) {
  struct descriptor out = {{write_piece, 0}, fd, 0};
  int result = __bowline_format(&out.sink, format, arguments);
  return out.failed ? -1 : result;
}

int dprintf(int fd, const char *restrict format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int result = vdprintf(fd, format, arguments);
  va_end(arguments);
  return result;
}

int __dprintf_chk(int fd, int flag, const char *restrict format, ...) {
  (void)flag;
  va_list arguments;
  va_start(arguments, format);
  int result = vdprintf(fd, format, arguments);
  va_end(arguments);
  return result;
}
