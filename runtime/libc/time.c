/* Asking for the time. Every run of a program sees the same times. */
#include <errno.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#include "internal.h"

static const int64_t SECOND = 1000000000, START = INT64_C(1000000000000000000);

time_t time(time_t *out) {
  time_t now = (time_t)(__bowline_clock() / SECOND);
  if (out) *out = now;
  return now;
}

clock_t clock(void) { return (clock_t)((__bowline_clock() - START) / (SECOND / CLOCKS_PER_SEC)); }

int gettimeofday(struct timeval *restrict out, void *restrict zone) {
  (void)zone;
  int64_t now = __bowline_clock();
  *out = (struct timeval){now / SECOND, now % SECOND / 1000};
  return 0;
}

int clock_gettime(clockid_t which, struct timespec *out) {
  int64_t now = __bowline_clock() - (which == CLOCK_REALTIME ? 0 : START);
  *out = (struct timespec){now / SECOND, now % SECOND};
  return 0;
}

int clock_getres(clockid_t which, struct timespec *out) {
  (void)which;
  if (out) *out = (struct timespec){0, 1000000};
  return 0;
}

clock_t times(struct tms *out) {
  clock_t ticks = (clock_t)((__bowline_clock() - START) / (SECOND / 100));
  *out = (struct tms){ticks, 0, 0, 0};
  return ticks;
}

double difftime(time_t later, time_t earlier) { return (double)(later - earlier); }

/* Sleeping takes no time. */
unsigned sleep(unsigned seconds) {
  (void)seconds;
  return 0;
}

int usleep(useconds_t microseconds) {
  (void)microseconds;
  return 0;
}

int nanosleep(const struct timespec *wanted, struct timespec *left) {
  (void)wanted;
  if (left) *left = (struct timespec){0, 0};
  return 0;
}
