/*
 * Formatted input.
 *
 * Numbers are gathered into a buffer as long as they can be the beginning of one, then converted by strtol and its relatives, so
 * only one character ever has to be pushed back.
 */
#include "scan.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

enum { MOST_NUMBER = 512 };

enum outcome { STORED, NOT_COUNTED, MISMATCH, INPUT_ENDED };

/* %[*][width][m][length]conversion */
struct spec {
  int discard, allocate;
  int width; /* INT_MAX: none */
  int bytes; /* of an integer */
  int is_long, is_long_double;
  char conversion;
  unsigned char set[256]; /* of %[...]: members are 1 */
};

static int is_space(int c) { return (c == ' ') | ((unsigned)c - '\t' < 5u); }
static int is_digit(int c) { return (unsigned)c - '0' < 10u; }

static int next(struct source *source) {
  int c = source->get(source);
  if (c != EOF) source->consumed++;
  return c;
}

static void put_back(struct source *source, int c) {
  if (c == EOF) return;
  source->unget(source, c);
  source->consumed--;
}

static void skip_space(struct source *source) {
  int c;
  while (is_space(c = next(source))) continue;
  put_back(source, c);
}

/* ---- Reading a specification ---- */

static const char *read_set(const char *at, unsigned char set[256]) {
  int inverted = *at == '^';
  at += inverted;
  memset(set, inverted, 256);
  /* A closing bracket right at the beginning is a member. */
  for (const char *first = at; *at && (*at != ']' || at == first); at++) {
    unsigned char low = (unsigned char)*at, high = low;
    if (at[1] == '-' && at[2] && at[2] != ']') {
      high = (unsigned char)at[2];
      at += 2;
    }
    for (unsigned c = low; c <= high; c++) set[c] = (unsigned char)!inverted;
  }
  return *at ? at + 1 : at;
}

static const char *read_spec(const char *at, struct spec *spec) {
  memset(spec, 0, sizeof *spec);
  spec->width = INT_MAX;
  spec->bytes = sizeof(int);
  if (*at == '*') {
    spec->discard = 1;
    at++;
  }
  if (is_digit(*at)) {
    for (spec->width = 0; is_digit(*at); at++) {
      if (spec->width < 100000000) spec->width = spec->width * 10 + (*at - '0');
    }
    if (spec->width == 0) spec->width = INT_MAX;
  }
  for (;; at++) {
    switch (*at) {
      case 'm': spec->allocate = 1; continue;
      case 'h': spec->bytes = spec->bytes == 2 ? 1 : 2; continue;
      case 'l': spec->bytes = 8; spec->is_long_double = spec->is_long; spec->is_long = 1; continue;
      case 'L':
      case 'q': spec->is_long_double = 1; spec->bytes = 8; continue;
      case 'j':
      case 'z':
      case 't': spec->bytes = 8; continue;
      default: break;
    }
    break;
  }
  spec->conversion = *at;
  if (spec->conversion == 'S' || spec->conversion == 'C') {
    spec->conversion |= 32;
    spec->is_long = 1;
  }
  if (*at) at++;
  return spec->conversion == '[' ? read_set(at, spec->set) : at;
}

/* ---- Numbers ---- */

/* The text of a number as it is gathered. */
struct gathered {
  char text[MOST_NUMBER];
  int count, width;
};

/* Takes the next character if it is wanted: one of `wanted`, or a digit of `base`. Returns it or EOF. */
static int take(struct source *source, struct gathered *out, const char *wanted, int base) {
  if (out->count >= out->width || out->count >= MOST_NUMBER - 1) return EOF;
  int c = next(source);
  int lower = c | 32, digit = is_digit(c) ? c - '0' : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : 99;
  if (c != EOF && (digit < base || (c && strchr(wanted, c)))) {
    out->text[out->count++] = (char)c;
    return c;
  }
  put_back(source, c);
  return EOF;
}

static void begin(struct gathered *out, const struct spec *spec) {
  out->count = 0;
  out->width = spec->width;
}

/* Gathers an integer; returns 0 if the text cannot be one. */
static int gather_integer(struct source *source, struct gathered *out, int base) {
  take(source, out, "+-", 0);
  int start = out->count;
  if (take(source, out, "0", 0) != EOF) {
    if ((base == 0 || base == 16) && take(source, out, "xX", 0) != EOF)
      base = 16;
    else if (base == 0)
      base = 8;
  } else if (base == 0) {
    base = 10;
  }
  while (take(source, out, "", base) != EOF) continue;
  out->text[out->count] = 0;
  /* Like glibc, "0x" without digits counts as zero. */
  return out->count > start;
}

/* Gathers one of the words inf, infinity and nan, whose first letter has been taken. */
static int gather_word(struct source *source, struct gathered *out, const char *rest, const char *more) {
  for (; *rest; rest++) {
    char either[3] = {*rest, (char)(*rest - 32), 0};
    if (take(source, out, either, 0) == EOF) return 0;
  }
  if (!*more) return 1;
  char either[3] = {*more, (char)(*more - 32), 0};
  return take(source, out, either, 0) == EOF || gather_word(source, out, more + 1, "");
}

static int gather_float(struct source *source, struct gathered *out) {
  take(source, out, "+-", 0);
  int first = take(source, out, "iInN", 10);
  if ((first | 32) == 'n') return gather_word(source, out, "an", "");
  if ((first | 32) == 'i') return gather_word(source, out, "nf", "inity");
  int digits = first != EOF, base = 10;
  if (first == '0' && take(source, out, "xX", 0) != EOF) {
    base = 16;
    digits = 0;
  }
  while (take(source, out, "", base) != EOF) digits = 1;
  if (take(source, out, ".", 0) != EOF) {
    while (take(source, out, "", base) != EOF) digits = 1;
    /* Like glibc, "0x." without digits counts as zero, and without an exponent. */
    if (!digits && base == 16) return 1;
  }
  if (!digits) return 0;
  if (take(source, out, base == 16 ? "pP" : "eE", 0) != EOF) {
    take(source, out, "+-", 0);
    while (take(source, out, "", 10) != EOF) continue;
  }
  return 1;
}

static void store_integer(const struct spec *spec, void *where, uint64_t value) {
  switch (spec->bytes) {
    case 1: *(uint8_t *)where = (uint8_t)value; break;
    case 2: *(uint16_t *)where = (uint16_t)value; break;
    case 4: *(uint32_t *)where = (uint32_t)value; break;
    default: *(uint64_t *)where = value;
  }
}

static enum outcome scan_integer(struct source *source, const struct spec *spec, void *where) {
  static const struct {
    char conversion;
    signed char base, is_signed;
  } kinds[] = {{'d', 10, 1}, {'i', 0, 1}, {'u', 10, 0}, {'o', 8, 0}, {'x', 16, 0}, {'X', 16, 0}, {'p', 16, 0}};
  int kind = 0;
  while (kinds[kind].conversion != spec->conversion) kind++;
  struct gathered gathered;
  begin(&gathered, spec);
  if (!gather_integer(source, &gathered, kinds[kind].base)) return MISMATCH;
  if (spec->discard) return NOT_COUNTED;
  uint64_t value = kinds[kind].is_signed ? (uint64_t)strtol(gathered.text, NULL, kinds[kind].base)
                                         : strtoul(gathered.text, NULL, kinds[kind].base);
  struct spec as = *spec;
  if (spec->conversion == 'p') as.bytes = 8;
  store_integer(&as, where, value);
  return STORED;
}

static enum outcome scan_float(struct source *source, const struct spec *spec, void *where) {
  struct gathered gathered;
  begin(&gathered, spec);
  int complete = gather_float(source, &gathered);
  gathered.text[gathered.count] = 0;
  if (!complete) return MISMATCH;
  if (spec->discard) return NOT_COUNTED;
  if (spec->is_long_double)
    *(long double *)where = strtold(gathered.text, NULL);
  else if (spec->is_long)
    *(double *)where = strtod(gathered.text, NULL);
  else
    *(float *)where = strtof(gathered.text, NULL);
  return STORED;
}

/* ---- Text ---- */

static int belongs(const struct spec *spec, int c) {
  switch (spec->conversion) {
    case 'c': return 1;
    case 's': return !is_space(c);
    default: return spec->set[(unsigned char)c];
  }
}

/* Where characters go: the caller's memory, grown memory of our own, or nowhere. Wide ones are bytes widened. */
struct text {
  char *bytes;
  size_t count, room;
  size_t unit; /* bytes per character */
  int own;
};

static int append(struct text *out, int c) {
  if (out->own && out->count == out->room) {
    size_t wanted = 2 * out->room + 32;
    char *grown = realloc(out->bytes, wanted * out->unit);
    if (!grown) return 0;
    out->bytes = grown;
    out->room = wanted;
  }
  if (out->bytes) {
    if (out->unit == 1)
      out->bytes[out->count] = (char)c;
    else
      ((wchar_t *)out->bytes)[out->count] = (wchar_t)c;
  }
  out->count++;
  return 1;
}

static enum outcome scan_text(struct source *source, const struct spec *spec, void *where) {
  struct text out = {NULL, 0, 0, spec->is_long ? sizeof(wchar_t) : 1, spec->allocate && !spec->discard};
  if (!spec->discard && !out.own) out.bytes = where;
  int width = spec->conversion == 'c' && spec->width == INT_MAX ? 1 : spec->width;
  int c = EOF, read = 0;
  while (read < width && (c = next(source)) != EOF) {
    if (!belongs(spec, c)) {
      put_back(source, c);
      break;
    }
    read++;
    if (!append(&out, c)) return INPUT_ENDED;
  }
  if (read == 0) {
    if (out.own) free(out.bytes);
    return c == EOF ? INPUT_ENDED : MISMATCH;
  }
  if (spec->discard) return NOT_COUNTED;
  if (spec->conversion != 'c' && !append(&out, 0)) return INPUT_ENDED;
  if (out.own) *(char **)where = realloc(out.bytes, out.count * out.unit);
  return STORED;
}

/* ---- The whole ---- */

static enum outcome scan_one(struct source *source, const struct spec *spec, void *where) {
  if (spec->conversion == 'n') {
    if (!spec->discard) store_integer(spec, where, (uint64_t)source->consumed);
    return NOT_COUNTED;
  }
  if (spec->conversion != 'c' && spec->conversion != '[') skip_space(source);
  int c = next(source);
  if (c == EOF) return INPUT_ENDED;
  put_back(source, c);
  switch (spec->conversion) {
    case '%': return next(source) == '%' ? NOT_COUNTED : (put_back(source, c), MISMATCH);
    case 'd': case 'i': case 'u': case 'o': case 'x': case 'X': case 'p': return scan_integer(source, spec, where);
    case 'a': case 'A': case 'e': case 'E': case 'f': case 'F': case 'g': case 'G':
      return scan_float(source, spec, where);
    case 'c': case 's': case '[': return scan_text(source, spec, where);
    default: return MISMATCH;
  }
}

int __bowline_scan(struct source *source, const char *format, va_list arguments) {
  int stored = 0;
  while (*format) {
    if (is_space((unsigned char)*format)) {
      while (is_space((unsigned char)*format)) format++;
      skip_space(source);
      continue;
    }
    if (*format != '%') {
      int c = next(source);
      if (c == EOF) return stored ? stored : EOF;
      if (c != (unsigned char)*format++) {
        put_back(source, c);
        return stored;
      }
      continue;
    }
    struct spec spec;
    format = read_spec(format + 1, &spec);
    int takes_argument = !spec.discard && spec.conversion != '%';
    void *where = takes_argument ? va_arg(arguments, void *) : NULL;
    switch (scan_one(source, &spec, where)) {
      case STORED: stored++; break;
      case NOT_COUNTED: break;
      case MISMATCH: return stored;
      case INPUT_ENDED: return stored ? stored : EOF;
    }
  }
  return stored;
}
