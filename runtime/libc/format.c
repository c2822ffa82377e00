/*
 * Formatted output: reading the format, fetching arguments, and all conversions but those of floating-point numbers.
 *
 * The invariant: the text and the returned count are those of glibc in the "C" locale.
 */
#include "format.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <wchar.h>

enum { MOST_POSITIONS = 64 };

/* How an argument is passed; everything narrower is promoted to one of these. */
enum passed { NOT_PASSED, AS_INT, AS_LONG, AS_DOUBLE, AS_LONG_DOUBLE };

union argument {
  int as_int;
  long as_long;
  double as_double;
  long double as_long_double;
};

/* Arguments in order, or, once the format is known to number them (%2$d), by position. */
struct arguments {
  va_list list;
  int numbered;
  union argument at[MOST_POSITIONS];
};

/* A specification as written: where its values come from. Positions count from 1; 0 means the next argument. */
struct written {
  struct spec spec;
  int position, width_position, precision_position;
  int width_is_argument, precision_is_argument;
};

void __bowline_put(struct sink *sink, const char *text, size_t n) {
  if (n) sink->put(sink, text, n);
  sink->total += n;
}

void __bowline_fill(struct sink *sink, char c, uint64_t n) {
  char piece[64];
  memset(piece, c, sizeof piece);
  while (n > 0) {
    size_t now = n < sizeof piece ? n : sizeof piece;
    __bowline_put(sink, piece, now);
    n -= now;
  }
}

uint64_t __bowline_pad(struct sink *sink, const struct spec *spec, const char *prefix, uint64_t body_size, int zeros) {
  uint64_t size = strlen(prefix) + body_size;
  uint64_t padding = (uint64_t)spec->width > size ? (uint64_t)spec->width - size : 0;
  if (!spec->left && !zeros) __bowline_fill(sink, ' ', padding);
  __bowline_put(sink, prefix, strlen(prefix));
  if (!spec->left && zeros) __bowline_fill(sink, '0', padding);
  return spec->left ? padding : 0;
}

const char *__bowline_sign(const struct spec *spec, int negative) {
  return negative ? "-" : spec->plus ? "+" : spec->space ? " " : "";
}

/* ---- Reading a specification ---- */

/* A decimal number, or -1 if it is too large for an int. */
static int read_number(const char **at) {
  long n = 0;
  for (; (unsigned char)(**at - '0') < 10; ++*at) {
    if (n >= 0) n = n * 10 + (**at - '0');
    if (n > INT_MAX) n = -1;
  }
  return (int)n;
}

/* The position in "12$", if one is written at `at`. */
static int read_position(const char **at) {
  const char *after = *at;
  int n = read_number(&after);
  if (after == *at || *after != '$') return 0;
  *at = after + 1;
  return n;
}

static int read_flag(struct spec *spec, char c) {
  switch (c) {
    case '-': spec->left = 1; return 1;
    case '+': spec->plus = 1; return 1;
    case ' ': spec->space = 1; return 1;
    case '#': spec->alternative = 1; return 1;
    case '0': spec->zero = 1; return 1;
    case '\'': /* the "C" locale groups no digits */
    case 'I': return 1;
    default: return 0;
  }
}

static void read_length(const char **at, struct spec *spec) {
  spec->bytes = sizeof(int);
  for (;; ++*at) {
    switch (**at) {
      case 'h': spec->bytes = (*at)[1] == 'h' ? 1 : 2; *at += (*at)[1] == 'h'; break;
      case 'l': spec->bytes = 8; spec->is_long = 1; break;
      case 'L':
      case 'q': spec->is_long_double = 1; spec->bytes = 8; break;
      case 'j':
      case 'z':
      case 'Z':
      case 't': spec->bytes = 8; break;
      default: return;
    }
  }
}

/* Reads what follows a '%'. Returns 0 if a number in it is too large. */
static int read_spec(const char **at, struct written *out) {
  memset(out, 0, sizeof *out);
  struct spec *spec = &out->spec;
  spec->precision = -1;
  out->position = read_position(at);
  while (read_flag(spec, **at)) ++*at;
  if (**at == '*') {
    ++*at;
    out->width_is_argument = 1;
    out->width_position = read_position(at);
  } else {
    spec->width = read_number(at);
    if (spec->width < 0) return 0;
  }
  if (**at == '.') {
    ++*at;
    if (**at == '*') {
      ++*at;
      out->precision_is_argument = 1;
      out->precision_position = read_position(at);
    } else {
      spec->precision = read_number(at);
      if (spec->precision < 0) return 0;
    }
  }
  read_length(at, spec);
  spec->conversion = **at;
  if (spec->conversion == 'C' || spec->conversion == 'S') {
    spec->is_long = 1;
    spec->conversion |= 32;
  }
  if (**at) ++*at;
  return 1;
}

/* ---- Arguments ---- */

static enum passed how_passed(const struct spec *spec) {
  switch (spec->conversion) {
    case 'd': case 'i': case 'o': case 'u': case 'x': case 'X': return spec->bytes == 8 ? AS_LONG : AS_INT;
    case 'c': return AS_INT;
    case 's': case 'p': case 'n': return AS_LONG;
    case 'a': case 'A': case 'e': case 'E': case 'f': case 'F': case 'g': case 'G':
      return spec->is_long_double ? AS_LONG_DOUBLE : AS_DOUBLE;
    default: return NOT_PASSED;
  }
}

static union argument next_argument(struct arguments *arguments, enum passed how) {
  union argument value = {0};
  switch (how) {
    case NOT_PASSED: break;
    case AS_INT: value.as_int = va_arg(arguments->list, int); break;
    case AS_LONG: value.as_long = va_arg(arguments->list, long); break;
    case AS_DOUBLE: value.as_double = va_arg(arguments->list, double); break;
    case AS_LONG_DOUBLE: value.as_long_double = va_arg(arguments->list, long double); break;
  }
  return value;
}

static union argument fetch(struct arguments *arguments, int position, enum passed how) {
  if (arguments->numbered && position > 0) return arguments->at[position - 1];
  return next_argument(arguments, how);
}

static int note(enum passed how[], int position, enum passed as) {
  if (position > MOST_POSITIONS) return 0;
  if (position > 0 && as != NOT_PASSED) how[position - 1] = as;
  return 1;
}

/* For a format that numbers its arguments: fetches them all. Returns 0 if there are too many. */
static int fetch_numbered(struct arguments *arguments, const char *format) {
  enum passed how[MOST_POSITIONS] = {NOT_PASSED};
  struct written spec;
  for (const char *at = format; *(at = strchrnul(at, '%'));) {
    at++;
    if (!read_spec(&at, &spec)) return 0;
    if (!note(how, spec.position, how_passed(&spec.spec)) || !note(how, spec.width_position, AS_INT) ||
        !note(how, spec.precision_position, AS_INT))
      return 0;
  }
  int last = MOST_POSITIONS;
  while (last > 0 && how[last - 1] == NOT_PASSED) last--;
  for (int i = 0; i < last; i++) arguments->at[i] = next_argument(arguments, how[i] ? how[i] : AS_INT);
  arguments->numbered = 1;
  return 1;
}

/* ---- Conversions ---- */

static void put_string(struct sink *sink, const struct spec *spec, const char *text) {
  if (!text) text = spec->precision == -1 || spec->precision >= 6 ? "(null)" : "";
  size_t n = spec->precision < 0 ? strlen(text) : strnlen(text, (size_t)spec->precision);
  uint64_t after = __bowline_pad(sink, spec, "", n, 0);
  __bowline_put(sink, text, n);
  __bowline_fill(sink, ' ', after);
}

/* Wide characters of the "C" locale are its bytes; others cannot be converted. */
static int put_wide_string(struct sink *sink, const struct spec *spec, const wchar_t *text) {
  if (!text) {
    put_string(sink, spec, NULL);
    return 1;
  }
  size_t n = 0;
  for (; (spec->precision < 0 || n < (size_t)spec->precision) && text[n]; n++) {
    if ((unsigned)text[n] > 127) {
      errno = EILSEQ;
      return 0;
    }
  }
  uint64_t after = __bowline_pad(sink, spec, "", n, 0);
  for (size_t i = 0; i < n; i++) __bowline_put(sink, &(char){(char)text[i]}, 1);
  __bowline_fill(sink, ' ', after);
  return 1;
}

static int put_character(struct sink *sink, const struct spec *spec, int c) {
  if (spec->is_long && (unsigned)c > 127) {
    errno = EILSEQ;
    return 0;
  }
  char byte = (char)c;
  uint64_t after = __bowline_pad(sink, spec, "", 1, 0);
  __bowline_put(sink, &byte, 1);
  __bowline_fill(sink, ' ', after);
  return 1;
}

enum { MOST_DIGITS = 22 };

/* Writes the digits so that they end at `end`; returns their number. Zero has none. */
static int write_digits(char *end, uint64_t value, int wide, char conversion) {
  char *at = end;
  switch (conversion) {
    case 'x':
    case 'p':
      for (; value; value >>= 4) *--at = "0123456789abcdef"[value & 15];
      break;
    case 'X':
      for (; value; value >>= 4) *--at = "0123456789ABCDEF"[value & 15];
      break;
    case 'o':
      for (; value; value >>= 3) *--at = (char)('0' + (value & 7));
      break;
    default:
      /* Narrow values are divided as narrow ones: that is much easier on the solver. */
      if (wide) {
        for (; value; value /= 10) *--at = (char)('0' + value % 10);
      } else {
        for (uint32_t narrow = (uint32_t)value; narrow; narrow /= 10) *--at = (char)('0' + narrow % 10);
      }
  }
  return (int)(end - at);
}

static void put_digits(struct sink *sink, const struct spec *spec, const char *prefix, uint64_t value, int wide) {
  char digits[MOST_DIGITS];
  int n = write_digits(digits + MOST_DIGITS, value, wide, spec->conversion);
  int least = spec->precision < 0 ? 1 : spec->precision;
  if (spec->conversion == 'o' && spec->alternative && n >= least) least = n + 1;
  int zeros = least > n ? least - n : 0;
  uint64_t after =
      __bowline_pad(sink, spec, prefix, (uint64_t)n + (uint64_t)zeros, spec->zero && spec->precision < 0);
  __bowline_fill(sink, '0', (uint64_t)zeros);
  __bowline_put(sink, digits + MOST_DIGITS - n, (size_t)n);
  __bowline_fill(sink, ' ', after);
}

static void put_signed(struct sink *sink, const struct spec *spec, union argument argument) {
  long value = 0;
  switch (spec->bytes) {
    case 1: value = (signed char)argument.as_int; break;
    case 2: value = (short)argument.as_int; break;
    case 4: value = argument.as_int; break;
    default: value = argument.as_long;
  }
  uint64_t magnitude = value < 0 ? -(uint64_t)value : (uint64_t)value;
  put_digits(sink, spec, __bowline_sign(spec, value < 0), magnitude, spec->bytes == 8);
}

static void put_unsigned(struct sink *sink, const struct spec *spec, union argument argument) {
  uint64_t value = 0;
  switch (spec->bytes) {
    case 1: value = (unsigned char)argument.as_int; break;
    case 2: value = (unsigned short)argument.as_int; break;
    case 4: value = (unsigned)argument.as_int; break;
    default: value = (uint64_t)argument.as_long;
  }
  const char *prefix = "";
  if (spec->alternative && spec->conversion == 'x') prefix = value ? "0x" : "";
  if (spec->alternative && spec->conversion == 'X') prefix = value ? "0X" : "";
  put_digits(sink, spec, prefix, value, spec->bytes == 8);
}

static void put_pointer(struct sink *sink, const struct spec *spec, uint64_t value) {
  if (!value) {
    struct spec text = *spec;
    text.precision = -1;
    put_string(sink, &text, "(nil)");
    return;
  }
  const char *prefix = spec->plus ? "+0x" : spec->space ? " 0x" : "0x";
  put_digits(sink, spec, prefix, value, 1);
}

static void put_float(struct sink *sink, const struct spec *spec, union argument argument) {
  struct binary number = spec->is_long_double ? __bowline_take_apart_long(argument.as_long_double)
                                              : __bowline_take_apart(argument.as_double);
  if (number.infinite || number.nan)
    __bowline_format_special(sink, spec, &number);
  else if ((spec->conversion | 32) == 'a')
    __bowline_format_hexadecimal(sink, spec, &number);
  else
    __bowline_format_decimal(sink, spec, &number);
}

static void store_count(const struct spec *spec, uint64_t total, void *where) {
  switch (spec->bytes) {
    case 1: *(signed char *)where = (signed char)total; break;
    case 2: *(short *)where = (short)total; break;
    case 4: *(int *)where = (int)total; break;
    default: *(long *)where = (long)total;
  }
}

/* Puts one conversion; `text` of `n` characters is how it was written. Returns 0 if it cannot be converted. */
static int put_conversion(struct sink *sink, const struct spec *spec, union argument argument, const char *text,
                          size_t n) {
  switch (spec->conversion) {
    case '%': __bowline_put(sink, "%", 1); return 1;
    case 'd': case 'i': put_signed(sink, spec, argument); return 1;
    case 'o': case 'u': case 'x': case 'X': put_unsigned(sink, spec, argument); return 1;
    case 'c': return put_character(sink, spec, argument.as_int);
    case 's':
      if (spec->is_long) return put_wide_string(sink, spec, (const wchar_t *)argument.as_long);
      put_string(sink, spec, (const char *)argument.as_long);
      return 1;
    case 'p': put_pointer(sink, spec, (uint64_t)argument.as_long); return 1;
    case 'n': store_count(spec, sink->total, (void *)argument.as_long); return 1;
    case 'a': case 'A': case 'e': case 'E': case 'f': case 'F': case 'g': case 'G':
      put_float(sink, spec, argument);
      return 1;
    default: __bowline_put(sink, text, n); return 1;
  }
}

static int format_all(struct sink *sink, const char *format, struct arguments *arguments) {
  int number = errno;
  for (const char *at = format;;) {
    const char *percent = strchrnul(at, '%');
    __bowline_put(sink, at, (size_t)(percent - at));
    if (!*percent) break;
    at = percent + 1;
    struct written written;
    struct spec *spec = &written.spec;
    if (!read_spec(&at, &written)) {
      errno = EOVERFLOW;
      return -1;
    }
    if (!spec->conversion) {
      errno = EINVAL;
      return -1;
    }
    if (written.position && !arguments->numbered && !fetch_numbered(arguments, percent)) {
      errno = EINVAL;
      return -1;
    }
    if (written.width_is_argument) {
      int width = fetch(arguments, written.width_position, AS_INT).as_int;
      if (width == INT_MIN) {
        errno = EOVERFLOW;
        return -1;
      }
      spec->left |= width < 0;
      spec->width = width < 0 ? -width : width;
    }
    if (written.precision_is_argument) {
      int precision = fetch(arguments, written.precision_position, AS_INT).as_int;
      spec->precision = precision < 0 ? -1 : precision;
    }
    if (spec->conversion == 'm') {
      put_string(sink, spec, strerror(number));
      continue;
    }
    union argument argument = fetch(arguments, written.position, how_passed(spec));
    if (!put_conversion(sink, spec, argument, percent, (size_t)(at - percent))) return -1;
  }
  if (sink->total > INT_MAX) {
    errno = EOVERFLOW;
    return -1;
  }
  return (int)sink->total;
}

int __bowline_format(struct sink *sink, const char *format, va_list list) {
  struct arguments arguments;
  arguments.numbered = 0;
  va_copy(arguments.list, list);
  int result = format_all(sink, format, &arguments);
  va_end(arguments.list);
  return result;
}
