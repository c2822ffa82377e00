/*
 * Text to calendar time, by a format. What the text does not say stays as it was, except that the day of the week and of the
 * year follow from a date.
 */
#include <ctype.h>
#include <locale.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "calendar.h"

/* What has been read so far, beyond the fields of the result. */
struct known {
  const char *at;
  struct tm *time;
  int hour_of_twelve, afternoon;
  int century; /* -1: not given */
  int two_digit_year;
  int date;                       /* some part of a date was given */
  int weekday, day, month, yday;  /* these were given */
  int week;                       /* -1: not given */
  int week_letters;               /* bit 0: %W, bit 1: %U */
};

static int is_space(char c) { return (c == ' ') | ((unsigned char)(c - '\t') < 5); }
static int is_digit(char c) { return (unsigned char)(c - '0') < 10; }

static void skip_space(struct known *known) {
  while (is_space(*known->at)) known->at++;
}

/* A number of at most `digits` digits between the limits; -1 if there is none. */
static int number(struct known *known, int low, int high, int digits) {
  skip_space(known);
  if (!is_digit(*known->at)) return -1;
  int value = 0;
  do {
    value = value * 10 + (*known->at++ - '0');
  } while (--digits > 0 && value * 10 <= high && is_digit(*known->at));
  return ((value < low) | (value > high)) ? -1 : value;
}

/* The index of a name, whole or by its first three letters; -1 if none is there. */
static int name(struct known *known, const char *const *names, int count) {
  for (int i = 0; i < count; i++) {
    if (strncasecmp(known->at, names[i], 3)) continue;
    size_t whole = strlen(names[i]);
    known->at += strncasecmp(known->at, names[i], whole) ? 3 : whole;
    return i;
  }
  return -1;
}

static int read_zone_offset(struct known *known) {
  skip_space(known);
  if (*known->at == 'Z') {
    known->at++;
    known->time->tm_gmtoff = 0;
    return 1;
  }
  int negative = *known->at == '-', value = 0, digits = 0;
  if (!negative && *known->at != '+') return 0;
  known->at++;
  while (digits < 4 && is_digit(*known->at)) {
    value = value * 10 + (*known->at++ - '0');
    digits++;
    if (*known->at == ':' && digits == 2 && is_digit(known->at[1])) known->at++;
  }
  if (digits == 2) {
    value *= 100;
  } else if (digits != 4 || value % 100 >= 60) {
    return 0;
  }
  long offset = value / 100 * 3600 + value % 100 * 60;
  known->time->tm_gmtoff = negative ? -offset : offset;
  return 1;
}

static int read_seconds_since_1970(struct known *known) {
  if (!is_digit(*known->at)) return 0;
  time_t seconds = 0;
  while (is_digit(*known->at)) seconds = seconds * 10 + (*known->at++ - '0');
  return localtime_r(&seconds, known->time) != NULL;
}

static int skip_digits(struct known *known) {
  if (!is_digit(*known->at)) return 0;
  while (is_digit(*known->at)) known->at++;
  return 1;
}

static void skip_word(struct known *known) {
  skip_space(known);
  while (*known->at && !is_space(*known->at)) known->at++;
}

/* Conversions that are a number put into a field, and what the number says. */
static int read_number(struct known *known, char c) {
  struct tm *time = known->time;
  int n;
  switch (c) {
    case 'C':
      if ((n = number(known, 0, 99, 2)) < 0) return 0;
      known->century = n, known->date = 1;
      return 1;
    case 'd':
    case 'e':
      if ((n = number(known, 1, 31, 2)) < 0) return 0;
      time->tm_mday = n, known->day = known->date = 1;
      return 1;
    case 'H':
    case 'k':
      if ((n = number(known, 0, 23, 2)) < 0) return 0;
      time->tm_hour = n, known->hour_of_twelve = 0;
      return 1;
    case 'I':
    case 'l':
      if ((n = number(known, 1, 12, 2)) < 0) return 0;
      time->tm_hour = n % 12, known->hour_of_twelve = 1;
      return 1;
    case 'j':
      if ((n = number(known, 1, 366, 3)) < 0) return 0;
      time->tm_yday = n - 1, known->yday = 1;
      return 1;
    case 'm':
      if ((n = number(known, 1, 12, 2)) < 0) return 0;
      time->tm_mon = n - 1, known->month = known->date = 1;
      return 1;
    case 'M':
      if ((n = number(known, 0, 59, 2)) < 0) return 0;
      time->tm_min = n;
      return 1;
    case 'S':
      if ((n = number(known, 0, 61, 2)) < 0) return 0;
      time->tm_sec = n;
      return 1;
    case 'u':
      if ((n = number(known, 1, 7, 1)) < 0) return 0;
      time->tm_wday = n % 7, known->weekday = 1;
      return 1;
    case 'w':
      if ((n = number(known, 0, 6, 1)) < 0) return 0;
      time->tm_wday = n, known->weekday = 1;
      return 1;
    case 'U':
    case 'W':
      if ((n = number(known, 0, 53, 2)) < 0) return 0;
      known->week = n;
      if (c == 'W') known->week_letters |= 1;
      if (c == 'U') known->week_letters |= 2;
      return 1;
    case 'V': return number(known, 0, 53, 2) >= 0;
    case 'g': return number(known, 0, 99, 2) >= 0;
    case 'y':
      if ((n = number(known, 0, 99, 2)) < 0) return 0;
      time->tm_year = n >= 69 ? n : n + 100, known->two_digit_year = known->date = 1;
      return 1;
    case 'Y':
      if ((n = number(known, 0, 9999, 4)) < 0) return 0;
      time->tm_year = n - 1900, known->two_digit_year = 0, known->date = 1;
      return 1;
    default: return 0;
  }
}

static int read_all(struct known *known, const char *format);

/* A form made of others, of which nothing is kept unless all is there. */
static int read_form(struct known *known, const char *format) {
  struct tm time = *known->time;
  struct known inner = *known;
  inner.time = &time;
  if (!read_all(&inner, format)) return 0;
  struct tm *result = known->time;
  *known = inner;
  known->time = result;
  *result = time;
  return 1;
}

static int read_date(struct known *known, const char *format) {
  if (!read_form(known, format)) return 0;
  known->date = 1;
  return 1;
}

static int read_one(struct known *known, char c) {
  static const char *const halves[] = {"AM", "PM"};
  int n;
  switch (c) {
    case '%': return *known->at++ == '%';
    case 'a':
    case 'A':
      if ((n = name(known, __bowline_days, 7)) < 0) return 0;
      known->time->tm_wday = n, known->weekday = 1;
      return 1;
    case 'b':
    case 'B':
    case 'h':
      if ((n = name(known, __bowline_months, 12)) < 0) return 0;
      known->time->tm_mon = n, known->month = known->date = 1;
      return 1;
    case 'p':
      for (n = 0; n < 2; n++) {
        if (strncasecmp(known->at, halves[n], 2)) continue;
        known->at += 2;
        known->afternoon = n;
        return 1;
      }
      return 0;
    case 'c': return read_date(known, "%a %b %e %H:%M:%S %Y");
    case 'F': return read_date(known, "%Y-%m-%d");
    case 'D':
    case 'x': return read_date(known, "%m/%d/%y");
    case 'r': return read_form(known, "%I:%M:%S %p");
    case 'R': return read_form(known, "%H:%M");
    case 'T':
    case 'X': return read_form(known, "%H:%M:%S");
    case 'n':
    case 't': skip_space(known); return 1;
    case 's': return read_seconds_since_1970(known);
    case 'z': return read_zone_offset(known);
    case 'Z': skip_word(known); return 1;
    case 'G': return skip_digits(known);
    default: return read_number(known, c);
  }
}

static int read_all(struct known *known, const char *format) {
  for (; *format; format++) {
    if (is_space(*format)) {
      skip_space(known);
    } else if (*format != '%') {
      if (*known->at++ != *format) return 0;
    } else {
      do {
        format++;
      } while (*format && strchr("-_0^#", *format));
      while (is_digit(*format)) format++;
      if (*format == 'E') {
        if (!*++format || !strchr("cxX", *format)) return 0;
      } else if (*format == 'O') {
        if (!*++format || !strchr("bBhdeHImMSUVWwy", *format)) return 0;
      }
      if (!*format || !read_one(known, *format)) return 0;
    }
  }
  return 1;
}

/* ---- Fields that follow from others ---- */

static int64_t day_number(const struct tm *time) {
  return __bowline_days_to_month(1900 + (int64_t)time->tm_year, time->tm_mon) + time->tm_mday - 1;
}

/* In January and February of the year 0, glibc is a day ahead. */
static int weekday_of(const struct tm *time) {
  int ahead = time->tm_year == -1900 && time->tm_mon < 2;
  return (int)((day_number(time) + 4 + ahead) % 7 + 7) % 7;
}

static void month_and_day_from_yday(struct known *known) {
  struct tm *time = known->time;
  int64_t year = 1900 + (int64_t)time->tm_year, start = __bowline_days_to_month(year, 0);
  int month = 0;
  while (month < 12 && __bowline_days_to_month(year, month) - start <= time->tm_yday) month++;
  /* A week 0 may begin before the year does. */
  int64_t begin = month == 0 ? 0 : __bowline_days_to_month(year, month - 1) - start;
  if (!known->month) time->tm_mon = month - 1;
  if (!known->day) time->tm_mday = (int)(time->tm_yday - begin + 1);
}

static void complete(struct known *known) {
  struct tm *time = known->time;
  if (known->hour_of_twelve && known->afternoon) time->tm_hour += 12;
  if (known->century >= 0) {
    time->tm_year = (known->two_digit_year ? time->tm_year % 100 : 0) + (known->century - 19) * 100;
  }
  if (known->date && !known->weekday) {
    if (!(known->month && known->day) && known->yday) {
      month_and_day_from_yday(known);
      known->month = known->day = 1;
    }
    if (known->month || (unsigned)time->tm_mon < 12) time->tm_wday = weekday_of(time);
  }
  if (known->date && !known->yday && (known->month || (unsigned)time->tm_mon < 12)) {
    time->tm_yday = (int)(day_number(time) - __bowline_days_to_month(1900 + (int64_t)time->tm_year, 0));
  }
  if (known->week >= 0 && known->weekday) {
    /* The week and its day give the day of the year. A %U anywhere makes weeks begin on Sunday. */
    int offset = known->week_letters & 2 ? 0 : 1, wday = time->tm_wday;
    struct tm first = {.tm_year = time->tm_year, .tm_mday = 1};
    if (!known->yday) {
      time->tm_yday = (7 - (weekday_of(&first) - offset)) % 7 + (known->week - 1) * 7 + (wday - offset + 7) % 7;
    }
    if (!known->day || !known->month) month_and_day_from_yday(known);
  }
}

char *strptime(const char *restrict text, const char *restrict format, struct tm *restrict time) {
  struct known known = {.at = text, .time = time, .century = -1, .week = -1};
  if (!read_all(&known, format)) return NULL;
  complete(&known);
  return (char *)known.at;
}

char *strptime_l(const char *restrict text, const char *restrict format, struct tm *restrict time, locale_t locale) {
  (void)locale;
  return strptime(text, format, time);
}
