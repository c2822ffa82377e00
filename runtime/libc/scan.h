/* Formatted input, shared by the scanf family: where the characters come from. */
#ifndef BOWLINE_LIBC_SCAN_H
#define BOWLINE_LIBC_SCAN_H

#include <stdarg.h>

/* Characters one by one, with one character of push-back. `get` returns EOF at the end. */
struct source {
  int (*get)(struct source *self);
  void (*unget)(struct source *self, int c);
  long consumed;
};

/* The whole of vscanf except the origin. Returns what scanf returns. */
int __bowline_scan(struct source *source, const char *format, va_list arguments);

#endif
