/*
 * Calendar time as text, by a format. The "C" locale's forms, with the flags (_ - 0 ^ #), widths and modifiers (E O) of
 * glibc.
 */
#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "calendar.h"

struct out {
  char *at;
  size_t left; /* room, without the final zero byte */
  size_t total;
  int full;
};

/* One conversion as written. */
struct conversion {
  int pad; /* 0, or one of '_' '-' '0' */
  int upper, swap;
  int width; /* -1: none */
};

static void format_into(struct out *out, const char *format, const struct tm *time, int upper);

static void put(struct out *out, const char *text, size_t n) {
  out->total += n;
  if (out->full || n > out->left) {
    out->full = 1;
    return;
  }
  if (out->at) {
    memcpy(out->at, text, n);
    out->at += n;
  }
  out->left -= n;
}

static void put_repeated(struct out *out, char c, long n) {
  while (n-- > 0 && !out->full) put(out, &c, 1);
}

static char upper(char c) { return (unsigned char)(c - 'a') < 26 ? (char)(c - 32) : c; }
static char lower(char c) { return (unsigned char)(c - 'A') < 26 ? (char)(c + 32) : c; }

/* Widens what follows at the left: with zeros if the flag asks for them, else with spaces. */
static void put_margin(struct out *out, const struct conversion *how, int width, size_t n) {
  put_repeated(out, how->pad == '0' ? '0' : ' ', (long)width - (long)n);
}

static void put_text(struct out *out, const struct conversion *how, const char *text, size_t n, int to_lower) {
  put_margin(out, how, how->width, n);
  for (size_t i = 0; i < n; i++) {
    char c = to_lower ? lower(text[i]) : how->upper ? upper(text[i]) : text[i];
    put(out, &c, 1);
  }
}

/* A number of at least `digits` characters, filled with `fill` unless a flag says otherwise. */
static void put_digits(struct out *out, const struct conversion *how, long value, int digits, char fill) {
  char text[32];
  size_t n = 0;
  unsigned long magnitude = value < 0 ? -(unsigned long)value : (unsigned long)value;
  do {
    text[sizeof text - ++n] = (char)('0' + magnitude % 10);
    magnitude /= 10;
  } while (magnitude);
  int pad = how->pad ? how->pad : fill, width = how->width;
  long missing = pad == '-' ? 0 : digits - (long)n - (value < 0);
  if (missing <= 0 || pad == '_') {
    /* Spaces count against the width, which the sign and the digits share. */
    put_repeated(out, ' ', missing);
    if (missing > 0) width = width > missing ? width - (int)missing : 0;
    put_margin(out, how, width, n + (value < 0));
    if (value < 0) put(out, "-", 1);
  } else {
    if (value < 0) put(out, "-", 1);
    put_margin(out, how, width - (value < 0), n + (size_t)missing);
    put_repeated(out, '0', missing);
  }
  put(out, text + sizeof text - n, n);
}

static void put_number(struct out *out, const struct conversion *how, long value, int digits, char fill) {
  put_digits(out, how, value, digits > how->width ? digits : how->width, fill);
}

/* A form made of others, widened as a whole. */
static void put_form(struct out *out, const struct conversion *how, const char *format, const struct tm *time) {
  struct out measure = {NULL, (size_t)-1, 0, 0};
  format_into(&measure, format, time, how->upper);
  put_margin(out, how, how->width, measure.total);
  format_into(out, format, time, how->upper);
}

/* Days since the week of the year began that has most of its days in this year; negative if it was the last one. */
static int iso_days(int yday, int wday) {
  int enough = 54 * 7;
  return yday - (yday - wday + 4 + enough) % 7 + 4 - 1;
}

static long iso_week(const struct tm *time, long *year) {
  *year = time->tm_year + 1900L;
  int days = iso_days(time->tm_yday, time->tm_wday);
  if (days < 0) {
    --*year;
    days = iso_days(time->tm_yday + 365 + __bowline_is_leap(*year), time->tm_wday);
  } else {
    int later = iso_days(time->tm_yday - 365 - __bowline_is_leap(*year), time->tm_wday);
    if (later >= 0) {
      ++*year;
      days = later;
    }
  }
  return days / 7 + 1;
}

static const char *name_of(const char *const *names, int count, int index) {
  return index < 0 || index >= count ? "?" : names[index];
}

static void put_name(struct out *out, struct conversion how, const char *name, int abbreviated) {
  how.upper |= how.swap;
  size_t n = strlen(name);
  put_text(out, &how, name, abbreviated && n > 3 ? 3 : n, 0);
}

static void put_zone_offset(struct out *out, const struct conversion *how, const struct tm *time) {
  if (time->tm_isdst < 0) return;
  long minutes = (time->tm_gmtoff < 0 ? -time->tm_gmtoff : time->tm_gmtoff) / 60;
  put_text(out, how, time->tm_gmtoff < 0 ? "-" : "+", 1, 0);
  put_number(out, how, minutes / 60 * 100 + minutes % 60, 4, '0');
}

static long hour_of_twelve(int hour) {
  return hour > 12 ? hour - 12 : hour == 0 ? 12 : hour;
}

static void put_seconds_since_1970(struct out *out, const struct conversion *how, const struct tm *time) {
  struct tm copy = *time;
  put_digits(out, how, mktime(&copy), 1, '0');
}

static void convert(struct out *out, const struct conversion *how, char c, const struct tm *time) {
  long year = time->tm_year + 1900L, other;
  switch (c) {
    case '%': put_text(out, how, "%", 1, 0); return;
    case 'n': put_text(out, how, "\n", 1, 0); return;
    case 't': put_text(out, how, "\t", 1, 0); return;
    case 'a': put_name(out, *how, name_of(__bowline_days, 7, time->tm_wday), 1); return;
    case 'A': put_name(out, *how, name_of(__bowline_days, 7, time->tm_wday), 0); return;
    case 'b':
    case 'h': put_name(out, *how, name_of(__bowline_months, 12, time->tm_mon), 1); return;
    case 'B': put_name(out, *how, name_of(__bowline_months, 12, time->tm_mon), 0); return;
    case 'c': put_form(out, how, "%a %b %e %H:%M:%S %Y", time); return;
    case 'D':
    case 'x': put_form(out, how, "%m/%d/%y", time); return;
    case 'F': put_form(out, how, "%Y-%m-%d", time); return;
    case 'r': put_form(out, how, "%I:%M:%S %p", time); return;
    case 'R': put_form(out, how, "%H:%M", time); return;
    case 'T':
    case 'X': put_form(out, how, "%H:%M:%S", time); return;
    case 'C': put_number(out, how, year / 100 - (year % 100 < 0), 1, '0'); return;
    case 'd': put_number(out, how, time->tm_mday, 2, '0'); return;
    case 'e': put_number(out, how, time->tm_mday, 2, '_'); return;
    case 'H': put_number(out, how, time->tm_hour, 2, '0'); return;
    case 'I': put_number(out, how, hour_of_twelve(time->tm_hour), 2, '0'); return;
    case 'k': put_number(out, how, time->tm_hour, 2, '_'); return;
    case 'l': put_number(out, how, hour_of_twelve(time->tm_hour), 2, '_'); return;
    case 'j': put_number(out, how, 1L + time->tm_yday, 3, '0'); return;
    case 'M': put_number(out, how, time->tm_min, 2, '0'); return;
    case 'm': put_number(out, how, time->tm_mon + 1L, 2, '0'); return;
    case 'S': put_number(out, how, time->tm_sec, 2, '0'); return;
    case 's': put_seconds_since_1970(out, how, time); return;
    case 'u': put_number(out, how, (time->tm_wday - 1 + 7) % 7 + 1, 1, '0'); return;
    case 'w': put_number(out, how, time->tm_wday, 1, '0'); return;
    case 'U': put_number(out, how, (time->tm_yday - time->tm_wday + 7) / 7, 2, '0'); return;
    case 'W': put_number(out, how, (time->tm_yday - (time->tm_wday - 1 + 7) % 7 + 7) / 7, 2, '0'); return;
    case 'V': put_number(out, how, iso_week(time, &other), 2, '0'); return;
    case 'g': iso_week(time, &other), put_number(out, how, (other % 100 + 100) % 100, 2, '0'); return;
    case 'G': iso_week(time, &other), put_number(out, how, other, 1, '0'); return;
    case 'Y': put_number(out, how, year, 1, '0'); return;
    case 'y': put_number(out, how, (year % 100 + 100) % 100, 2, '0'); return;
    case 'z': put_zone_offset(out, how, time); return;
    case 'p':
    case 'P': {
      const char *half = time->tm_hour > 11 ? "PM" : "AM";
      put_text(out, how, half, 2, c == 'P' || how->swap);
      return;
    }
    case 'Z': {
      const char *zone = time->tm_zone ? time->tm_zone : "";
      put_text(out, how, zone, strlen(zone), how->swap);
      return;
    }
  }
}

/* Which conversions there are, and which take the modifiers E and O. */
static int is_conversion(char modifier, char c) {
  const char *known = modifier == 'E'   ? "%cCnpPrRstTuxXyYzZ"
                      : modifier == 'O' ? "%bBCdegGhHIjklmMnpPrRsStTuUVwWyzZ"
                                        : "%aAbBcCdDeFgGhHIjklmMnpPrRsSTtuUVwWxXyYzZ";
  return c && strchr(known, c);
}

static void format_into(struct out *out, const char *format, const struct tm *time, int to_upper) {
  for (; *format; format++) {
    if (*format != '%') {
      put(out, format, 1);
      continue;
    }
    const char *start = format++;
    struct conversion how = {0, to_upper, 0, -1};
    for (;; format++) {
      if (*format == '_' || *format == '-' || *format == '0') {
        how.pad = *format;
      } else if (*format == '^') {
        how.upper = 1;
      } else if (*format == '#') {
        how.swap = 1;
      } else {
        break;
      }
    }
    if ((unsigned char)(*format - '0') < 10) {
      long width = 0;
      for (; (unsigned char)(*format - '0') < 10; format++) {
        if (width < INT_MAX) width = width * 10 + (*format - '0');
        if (width > INT_MAX) width = INT_MAX;
      }
      how.width = (int)width;
    }
    char modifier = 0;
    if (*format == 'E' || *format == 'O') modifier = *format++;
    if (is_conversion(modifier, *format)) {
      convert(out, &how, *format, time);
      continue;
    }
    /* Not a conversion: the characters stand for themselves. */
    if (!*format) format--;
    how.upper |= how.swap && strchr("bh", *format);
    put_text(out, &how, start, (size_t)(format - start) + 1, 0);
  }
}

size_t strftime(char *restrict text, size_t room, const char *restrict format, const struct tm *restrict time) {
  if (room == 0) return 0;
  struct out out = {text, room - 1, 0, 0};
  format_into(&out, format, time, 0);
  if (out.full) return 0;
  *out.at = 0;
  return out.total;
}

size_t strftime_l(char *restrict text, size_t room, const char *restrict format, const struct tm *restrict time,
                  locale_t locale) {
  (void)locale;
  return strftime(text, room, format, time);
}
