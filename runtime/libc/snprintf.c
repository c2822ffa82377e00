/* Formatted output into a buffer. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "format.h"

struct buffer {
  struct sink sink;
  char *bytes;
  size_t room; /* without the final NUL */
};

static void keep(struct sink *sink, const char *text, size_t n) {
  struct buffer *buffer = (struct buffer *)sink;
  if (sink->total >= buffer->room) return;
  size_t left = buffer->room - sink->total;
  memcpy(buffer->bytes + sink->total, text, n < left ? n : left);
}

int vsnprintf(char *restrict bytes, size_t room, const char *restrict format, va_list arguments) {
  struct buffer buffer = {{keep, 0}, bytes, room ? room - 1 : 0};
  int result = __bowline_format(&buffer.sink, format, arguments);
  if (room) bytes[buffer.sink.total < buffer.room ? buffer.sink.total : buffer.room] = 0;
  return result;
}

int vsprintf(char *restrict bytes, const char *restrict format, va_list arguments) {
  return vsnprintf(bytes, (size_t)INT_MAX + 1, format, arguments);
}

int snprintf(char *restrict bytes, size_t room, const char *restrict format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int result = vsnprintf(bytes, room, format, arguments);
  va_end(arguments);
  return result;
}

int sprintf(char *restrict bytes, const char *restrict format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int result = vsprintf(bytes, format, arguments);
  va_end(arguments);
  return result;
}

/* The names under _FORTIFY_SOURCE: the executor checks the bounds itself. */
int __vsnprintf_chk(char *restrict bytes, size_t room, int flag, size_t size, const char *restrict format,
                    va_list arguments) {
  (void)flag, (void)size;
  return vsnprintf(bytes, room, format, arguments);
}

int __vsprintf_chk(char *restrict bytes, int flag, size_t size, const char *restrict format, va_list arguments) {
  (void)flag, (void)size;
  return vsprintf(bytes, format, arguments);
}

int __snprintf_chk(char *restrict bytes, size_t room, int flag, size_t size, const char *restrict format, ...) {
  (void)flag, (void)size;
  va_list arguments;
  va_start(arguments, format);
  int result = vsnprintf(bytes, room, format, arguments);
  va_end(arguments);
  return result;
}

int __sprintf_chk(char *restrict bytes, int flag, size_t size, const char *restrict format, ...) {
  (void)flag, (void)size;
  va_list arguments;
  va_start(arguments, format);
  int result = vsprintf(bytes, format, arguments);
  va_end(arguments);
  return result;
}
