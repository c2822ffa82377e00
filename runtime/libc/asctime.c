/* Calendar time as a line of fixed form. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <time.h>

#include "calendar.h"

enum { NEEDED = 26, ROOM = 128 };

static char *write_line(const struct tm *time, char *out, size_t room) {
  if (!time) {
    errno = EINVAL;
    return NULL;
  }
  if (time->tm_year > INT_MAX - 1900) {
    errno = EOVERFLOW;
    return NULL;
  }
  int wday = time->tm_wday, mon = time->tm_mon;
  int n = snprintf(out, room, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n",
                   wday < 0 || wday >= 7 ? "???" : __bowline_days[wday],
                   mon < 0 || mon >= 12 ? "???" : __bowline_months[mon], time->tm_mday, time->tm_hour, time->tm_min,
                   time->tm_sec, 1900 + time->tm_year);
  if ((size_t)n >= room) {
    errno = EOVERFLOW;
    return NULL;
  }
  return out;
}

char *asctime_r(const struct tm *restrict time, char *restrict out) { return write_line(time, out, NEEDED); }

char *asctime(const struct tm *time) {
  static char line[ROOM];
  return write_line(time, line, sizeof line);
}

char *ctime(const time_t *when) { return asctime(localtime(when)); }

char *ctime_r(const time_t *restrict when, char *restrict out) {
  struct tm time;
  return localtime_r(when, &time) ? asctime_r(&time, out) : NULL;
}
