/* Calendar time to seconds since 1970, with fields of any size carried over into the next. */
#include <errno.h>
#include <time.h>

#include "calendar.h"

static time_t seconds_of(struct tm *time, const char *zone, int ahead) {
  int64_t days = __bowline_days_to_month((int64_t)time->tm_year + 1900, time->tm_mon) + (time->tm_mday - (int64_t)1);
  int64_t seconds = days * 86400 + (int64_t)time->tm_hour * 3600 + (int64_t)time->tm_min * 60 + time->tm_sec;
  seconds -= ahead;
  struct tm normal;
  if (__bowline_break_down(seconds, &normal)) return -1;
  normal.tm_zone = zone;
  *time = normal;
  return seconds;
}

/* There is no summer time; a time that claims to be in it is an hour ahead. */
time_t mktime(struct tm *time) { return seconds_of(time, "UTC", time->tm_isdst > 0 ? 3600 : 0); }
time_t timelocal(struct tm *time) { return mktime(time); }
time_t timegm(struct tm *time) { return seconds_of(time, "GMT", 0); }
