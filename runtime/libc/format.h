/*
 * Formatted output, shared by the printf family: where the text goes, and one conversion's options.
 */
#ifndef BOWLINE_LIBC_FORMAT_H
#define BOWLINE_LIBC_FORMAT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "float.h"

/* Where formatted text goes. `put` gets every piece in order; `total` counts all of it, kept or not. */
struct sink {
  void (*put)(struct sink *self, const char *text, size_t n);
  uint64_t total;
};

/* One conversion specification: %[flags][width][.precision][length]conversion. */
struct spec {
  int left, plus, space, alternative, zero; /* the flags - + space # 0 */
  int width;                                /* 0: none */
  int precision;                            /* -1: none */
  int bytes;                                /* size of an integer argument: 1, 2, 4 or 8 */
  int is_long;                              /* l: %lc and %ls are wide */
  int is_long_double;                       /* L */
  char conversion;
};

void __bowline_put(struct sink *sink, const char *text, size_t n);
void __bowline_fill(struct sink *sink, char c, uint64_t n);

/* Puts `prefix` and `body_size` characters that `body` is about to put, padded to the width: spaces before on the
 * right, zeros between prefix and body if `zeros`. Returns the spaces still to fill in after the body. */
uint64_t __bowline_pad(struct sink *sink, const struct spec *spec, const char *prefix, uint64_t body_size, int zeros);

/* The whole of vprintf except the destination. Returns what printf returns. */
int __bowline_format(struct sink *sink, const char *format, va_list arguments);

/* %e %f %g and their capitals; %a and %A; infinities and NaNs of all of them. */
void __bowline_format_decimal(struct sink *sink, const struct spec *spec, const struct binary *number);
void __bowline_format_hexadecimal(struct sink *sink, const struct spec *spec, const struct binary *number);
void __bowline_format_special(struct sink *sink, const struct spec *spec, const struct binary *number);

/* The text "-", "+", " " or "" that goes before a number. */
const char *__bowline_sign(const struct spec *spec, int negative);

#endif
