/* The Gregorian calendar, by arithmetic on days. */
#include "calendar.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

enum { DAY = 86400, DAYS_OF_400_YEARS = 146097 };

const char *const __bowline_days[7] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
const char *const __bowline_months[12] = {"January", "February", "March",     "April",   "May",      "June",
                                          "July",    "August",   "September", "October", "November", "December"};

/* Division that rounds down, and its remainder. One division, and narrow numbers afterwards: unknown times reach the solver. */
struct parts {
  int64_t quotient;
  uint32_t rest;
};

static struct parts divide(int64_t a, int32_t b) {
  int64_t quotient = a / b, rest = a - quotient * b;
  int64_t borrow = rest < 0;
  return (struct parts){quotient - borrow, (uint32_t)(rest + borrow * b)};
}

int __bowline_is_leap(int64_t year) { return (year % 4 == 0) & ((year % 100 != 0) | (year % 400 == 0)); }

/* Years begin in March here, so that the leap day is the last of its year; (153 m + 2) / 5 are the days of m whole
 * months from March. */
int64_t __bowline_days_to_month(int64_t year, int64_t month) {
  struct parts months = divide(month - 2, 12);
  struct parts years = divide(year + months.quotient, 400);
  uint32_t days = years.rest * 365 + years.rest / 4 - years.rest / 100 + (153 * months.rest + 2) / 5;
  return years.quotient * DAYS_OF_400_YEARS + days - 719468;
}

int __bowline_break_down(int64_t seconds, struct tm *out) {
  struct parts day = divide(seconds, DAY);
  struct parts era = divide(day.quotient + 719468, DAYS_OF_400_YEARS);
  uint32_t year_of_era = (era.rest - era.rest / 1460 + era.rest / 36524 - era.rest / 146096) / 365;
  uint32_t of_year = era.rest - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  uint32_t from_march = (5 * of_year + 2) / 153;
  int next_year = from_march >= 10;
  int64_t year = era.quotient * 400 + year_of_era + next_year;
  if ((year - 1900 < INT_MIN) | (year - 1900 > INT_MAX)) {
    errno = EOVERFLOW;
    return -1;
  }
  int leap = (year_of_era % 4 == 0) & ((year_of_era % 100 != 0) | (year_of_era == 0));
  memset(out, 0, sizeof *out);
  out->tm_year = (int)(year - 1900);
  out->tm_mon = (int)from_march + (next_year ? -10 : 2);
  out->tm_mday = (int)(of_year - (153 * from_march + 2) / 5 + 1);
  out->tm_hour = (int)(day.rest / 3600);
  out->tm_min = (int)(day.rest / 60 % 60);
  out->tm_sec = (int)(day.rest % 60);
  /* The first of March is the day 59 of a year, or 60; an era is a whole number of weeks and begins on a Wednesday. */
  out->tm_wday = (int)((era.rest + 3) % 7);
  out->tm_yday = (int)of_year + (next_year ? -306 : 59 + leap);
  return 0;
}
