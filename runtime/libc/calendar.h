/*
 * Times as years, months and days. The time zone is always UTC: neither TZ nor the system's zone files are read.
 *
 * Conversions are arithmetic without decisions on the values, so an unknown time does not fork.
 */
#ifndef BOWLINE_LIBC_CALENDAR_H
#define BOWLINE_LIBC_CALENDAR_H

#include <stdint.h>
#include <time.h>

/* Days from 1 January 1970 to the first of a month; any month number is taken, 12 of them to the year. */
int64_t __bowline_days_to_month(int64_t year, int64_t month);

/* Fills all fields but tm_zone from seconds since 1970. Fails with EOVERFLOW if the year does not fit. */
int __bowline_break_down(int64_t seconds, struct tm *out);

/* Whether the year has 366 days. */
int __bowline_is_leap(int64_t year);

/* English names of the days from Sunday and of the months from January. */
extern const char *const __bowline_days[7], *const __bowline_months[12];

#endif
