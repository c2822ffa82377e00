/* Formatted output to streams. */
#include <stdio.h>
#include <string.h>

#include "format.h"
#include "stream.h"

/* Pieces are gathered so that a call usually makes one write. */
struct gather {
  struct sink sink;
  FILE *stream;
  size_t held;
  int failed;
  char bytes[256];
};

static void flush(struct gather *gather) {
  gather->failed |= __bowline_stream_write(gather->stream, gather->bytes, gather->held) != gather->held;
  gather->held = 0;
}

static void gather_piece(struct sink *sink, const char *text, size_t n) {
  struct gather *gather = (struct gather *)sink;
  if (gather->held + n > sizeof gather->bytes) flush(gather);
  if (n > sizeof gather->bytes) {
    gather->failed |= __bowline_stream_write(gather->stream, text, n) != n;
    return;
  }
  memcpy(gather->bytes + gather->held, text, n);
  gather->held += n;
}

int vfprintf(FILE *restrict stream, const char *restrict format, va_list arguments) {
  struct gather gather;
  gather.sink = (struct sink){gather_piece, 0};
  gather.stream = stream;
  gather.held = 0;
  gather.failed = 0;
  int result = __bowline_format(&gather.sink, format, arguments);
  flush(&gather);
  return gather.failed ? -1 : result;
}

int vprintf(const char *restrict format, va_list arguments) { return vfprintf(stdout, format, arguments); }

int fprintf(FILE *restrict stream, const char *restrict format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int result = vfprintf(stream, format, arguments);
  va_end(arguments);
  return result;
}

int printf(const char *restrict format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int result = vfprintf(stdout, format, arguments);
  va_end(arguments);
  return result;
}

/* The names under _FORTIFY_SOURCE. */
int __vfprintf_chk(FILE *restrict stream, int flag, const char *restrict format, va_list arguments) {
  (void)flag;
  return vfprintf(stream, format, arguments);
}

int __vprintf_chk(int flag, const char *restrict format, va_list arguments) {
  (void)flag;
  return vfprintf(stdout, format, arguments);
}

int __fprintf_chk(FILE *restrict stream, int flag, const char *restrict format, ...) {
  (void)flag;
  va_list arguments;
  va_start(arguments, format);
  int result = vfprintf(stream, format, arguments);
  va_end(arguments);
  return result;
}

int __printf_chk(int flag, const char *restrict format, ...) {
  (void)flag;
  va_list arguments;
  va_start(arguments, format);
  int result = vfprintf(stdout, format, arguments);
  va_end(arguments);
  return result;
}
