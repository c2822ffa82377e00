/* Seconds since 1970 to calendar time. */
#include <time.h>

#include "calendar.h"

static struct tm *broken_down(const time_t *when, struct tm *out, const char *zone) {
  if (__bowline_break_down(*when, out)) return NULL;
  out->tm_zone = zone;
  return out;
}

/* One buffer for all functions that have one, as in glibc. */
static struct tm shared;

struct tm *gmtime_r(const time_t *restrict when, struct tm *restrict out) { return broken_down(when, out, "GMT"); }
struct tm *localtime_r(const time_t *restrict when, struct tm *restrict out) { return broken_down(when, out, "UTC"); }
struct tm *gmtime(const time_t *when) { return gmtime_r(when, &shared); }
struct tm *localtime(const time_t *when) { return localtime_r(when, &shared); }
