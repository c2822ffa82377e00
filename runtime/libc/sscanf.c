/* Formatted input from strings. */
#include <stdio.h>

#include "scan.h"

struct text {
  struct source source;
  const char *at;
};

static int get(struct source *source) {
  struct text *text = (struct text *)source;
  return *text->at ? (unsigned char)*text->at++ : EOF;
}

static void unget(struct source *source, int c) {
  (void)c;
  ((struct text *)source)->at--;
}

/* The headers call the plain functions by their __isoc99_ names, so both are given in full. */
int __isoc99_vsscanf(const char *restrict string, const char *restrict format, va_list arguments) {
  struct text text = {{get, unget, 0}, string};
  return __bowline_scan(&text.source, format, arguments);
}

int __isoc99_sscanf(const char *restrict string, const char *restrict format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int result = __isoc99_vsscanf(string, format, arguments);
  va_end(arguments);
  return result;
}

int plain_vsscanf(const char *restrict string, const char *restrict format, va_list arguments) __asm__("vsscanf");
int plain_sscanf(const char *restrict string, const char *restrict format, ...) __asm__("sscanf");

int plain_vsscanf(const char *restrict string, const char *restrict format, va_list arguments) {
  return __isoc99_vsscanf(string, format, arguments);
}

int plain_sscanf(const char *restrict string, const char *restrict format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int result = __isoc99_vsscanf(string, format, arguments);
  va_end(arguments);
  return result;
}
