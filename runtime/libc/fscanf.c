/* Formatted input from streams. */
#include <stdio.h>

#include "scan.h"

struct stream {
  struct source source;
  FILE *file;
};

static int get(struct source *source) { return fgetc(((struct stream *)source)->file); }

static void unget(struct source *source, int c) { ungetc(c, ((struct stream *)source)->file); }

int __isoc99_vfscanf(FILE *restrict file, const char *restrict format, va_list arguments) {
  struct stream stream = {{get, unget, 0}, file};
  return __bowline_scan(&stream.source, format, arguments);
}

int __isoc99_vscanf(const char *restrict format, va_list arguments) {
  return __isoc99_vfscanf(stdin, format, arguments);
}

int __isoc99_fscanf(FILE *restrict file, const char *restrict format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int result = __isoc99_vfscanf(file, format, arguments);
  va_end(arguments);
  return result;
}

int __isoc99_scanf(const char *restrict format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int result = __isoc99_vfscanf(stdin, format, arguments);
  va_end(arguments);
  return result;
}

/* The plain names; the headers would rename their declarations. */
int plain_fscanf(FILE *restrict file, const char *restrict format, ...) __asm__("fscanf");
int plain_scanf(const char *restrict format, ...) __asm__("scanf");

int plain_fscanf(FILE *restrict file, const char *restrict format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int result = __isoc99_vfscanf(file, format, arguments);
  va_end(arguments);
  return result;
}

int plain_scanf(const char *restrict format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int result = __isoc99_vfscanf(stdin, format, arguments);
  va_end(arguments);
  return result;
}
