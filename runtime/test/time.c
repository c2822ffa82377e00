/* Calendar time, its text forms and their parsing, in UTC. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "compare.h"

OURS(gmtime_r); OURS(localtime_r); OURS(mktime); OURS(timegm); OURS(strftime); OURS(asctime_r); OURS(asctime); OURS(ctime); OURS(strptime);

static int same_time(const struct tm *a, const struct tm *b) {
  return a->tm_sec == b->tm_sec && a->tm_min == b->tm_min && a->tm_hour == b->tm_hour && a->tm_mday == b->tm_mday &&
         a->tm_mon == b->tm_mon && a->tm_year == b->tm_year && a->tm_wday == b->tm_wday && a->tm_yday == b->tm_yday &&
         a->tm_isdst == b->tm_isdst && a->tm_gmtoff == b->tm_gmtoff;
}

static int any_field(int most) {
  switch (below(8)) {
    case 0: return (int)random_bits();
    case 1: return (int)below(1000) - 500;
    default: return (int)below((unsigned)most);
  }
}

static void breaking_down(void) {
  time_t when = (time_t)random_bits() >> below(64);
  struct tm theirs, ours;
  memset(&theirs, 0, sizeof theirs), memset(&ours, 0, sizeof ours);
  errno = *ours_errno() = 0;
  struct tm *x = gmtime_r(&when, &theirs), *y = bl_gmtime_r(&when, &ours);
  check(!x == !y && errno == *ours_errno() && (!x || (same_time(x, y) && !strcmp(x->tm_zone, y->tm_zone))), "gmtime_r(%ld)", when);
  x = localtime_r(&when, &theirs), y = bl_localtime_r(&when, &ours);
  check(!x == !y && (!x || (same_time(x, y) && !strcmp(x->tm_zone, y->tm_zone))), "localtime_r(%ld)", when);
}

static void putting_together(void) {
  struct tm theirs = {.tm_sec = any_field(60), .tm_min = any_field(60), .tm_hour = any_field(24), .tm_mday = any_field(32),
                      .tm_mon = any_field(12), .tm_year = any_field(200), .tm_isdst = 0};
  struct tm ours = theirs, start = theirs;
  errno = *ours_errno() = 0;
  time_t x = timegm(&theirs), y = bl_timegm(&ours);
  check(x == y && errno == *ours_errno() && same_time(&theirs, &ours), "timegm(%d %d %d %d %d %d): %ld, not %ld", start.tm_year, start.tm_mon,
        start.tm_mday, start.tm_hour, start.tm_min, start.tm_sec, y, x);
  theirs = ours = start;
  theirs.tm_isdst = ours.tm_isdst = -(int)below(2);
  if (start.tm_mday < 32 && start.tm_mday > 0 && start.tm_hour >= 0 && start.tm_hour < 24 && start.tm_year > 0 && start.tm_year < 300) theirs.tm_isdst = ours.tm_isdst = (int)below(2);
  errno = *ours_errno() = 0;
  x = mktime(&theirs), y = bl_mktime(&ours);
  check(x == y && errno == *ours_errno() && same_time(&theirs, &ours), "mktime(%d %d %d %d %d %d): %ld, not %ld", start.tm_year, start.tm_mon,
        start.tm_mday, start.tm_hour, start.tm_min, start.tm_sec, y, x);
}

/* A conversion with perhaps flags, a width and a modifier (which glibc's strptime treats differently the second time). */
static void any_conversion(char *out, const char *letters, int modifiers) {
  *out++ = '%';
  while (below(3) == 0) *out++ = "_-0^#"[below(5)];
  if (below(4) == 0) *out++ = (char)('1' + below(9));
  if (modifiers && below(6) == 0) *out++ = "EO"[below(2)];
  *out++ = letters[below((unsigned)strlen(letters))];
  *out = 0;
}

static void formatting(void) {
  time_t when = (time_t)random_bits() >> (16 + below(40));
  struct tm time;
  if (!gmtime_r(&when, &time)) return;
  if (below(4) == 0) time.tm_hour = (int)below(100) - 50, time.tm_mday = (int)below(2000) - 1000, time.tm_mon = (int)below(30) - 9, time.tm_wday = (int)below(12) - 3;
  if (below(4) == 0) time.tm_year = (int)below(8000) - 4000;
  if (below(4) == 0) time.tm_gmtoff = (long)below(100000) - 50000, time.tm_isdst = -(int)below(2);
  char format[64] = "";
  for (unsigned n = 1 + below(3); n > 0; n--) {
    any_conversion(format + strlen(format), "%aAbBcCdDeFgGhHIjklmMnpPrRsSTtuUVwWxXyYzZfiqv", 1);
    if (below(3) == 0) strcat(format, "-");
  }
  if (below(20) == 0) strcat(format, below(2) ? "%" : "%E");
  char theirs[256] = "", ours[256] = "";
  size_t room = below(8) ? sizeof theirs : below(30);
  errno = *ours_errno() = 0;
  struct tm copy = time;
  size_t x = strftime(theirs, room, format, &time), y = bl_strftime(ours, room, format, &copy);
  check(x == y && (x == 0 || !memcmp(theirs, ours, x + 1)) && errno == *ours_errno(), "strftime(%zu, %s): %s (%zu), not %s (%zu)", room, format, ours, y, theirs, x);
  memset(theirs, 0, sizeof theirs), memset(ours, 0, sizeof ours);
  time.tm_year = (int)random_bits() >> below(32);
  errno = *ours_errno() = 0;
  char *s = asctime_r(&time, theirs), *t = bl_asctime_r(&time, ours);
  check(!s == !t && errno == *ours_errno() && (!s || !strcmp(s, t)), "asctime_r: %s, not %s", t, s);
  s = ctime(&when), t = bl_ctime(&when);
  check(!s == !t && (!s || !strcmp(s, t)), "ctime(%ld): %s, not %s", when, t, s);
}

/* Texts made from a real time by the format itself, then perhaps damaged. */
static void parsing(void) {
  char format[64] = "", text[160] = "";
  for (unsigned n = 1 + below(4); n > 0; n--) {
    any_conversion(format + strlen(format), "aAbBcCdDeFgGhHIjklmMnpPrRSTtuUVwWxXyYzZ%", 0);
    if (below(2)) strcat(format, below(2) ? " " : "-");
  }
  time_t when = (time_t)(random_bits() >> 31);
  struct tm time;
  gmtime_r(&when, &time);
  strftime(text, sizeof text, format, &time);
  if (below(3) == 0 && *text) text[below((unsigned)strlen(text))] = " 0159:+-aAZ"[below(11)];
  struct tm theirs, ours;
  memset(&theirs, 0, sizeof theirs);
  if (below(2)) theirs = time;
  ours = theirs;
  char *x = strptime(text, format, &theirs), *y = bl_strptime(text, format, &ours);
  /* A week that begins outside of the year makes glibc read outside of a table. */
  if (theirs.tm_mon < 0 || theirs.tm_mon > 11 || theirs.tm_yday < 0 || theirs.tm_yday > 364) return;
  check(x == y && same_time(&theirs, &ours), "strptime(%s, %s): %s, not %s; %d %d %d %d %d, not %d %d %d %d %d", text, format, y, x, ours.tm_year, ours.tm_mon,
        ours.tm_mday, ours.tm_yday, ours.tm_wday, theirs.tm_year, theirs.tm_mon, theirs.tm_mday, theirs.tm_yday, theirs.tm_wday);
}

void compare_time(void) {
  setenv("TZ", "UTC", 1);
  tzset();
  for (int turn = 0; turn < 20000; turn++) {
    breaking_down();
    putting_together();
    formatting();
    parsing();
  }
}
