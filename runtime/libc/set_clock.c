/* Setting the clock: nobody may, as natively without the right to. */
#include <errno.h>
#include <sys/time.h>
#include <sys/timex.h>
#include <time.h>

static int not_permitted(void) {
  errno = EPERM;
  return -1;
}

int clock_settime(clockid_t clock, const struct timespec *when) {
  if (clock < 0 || when->tv_nsec < 0 || when->tv_nsec >= 1000000000 || clock != CLOCK_REALTIME) {
    errno = EINVAL;
    return -1;
  }
  return not_permitted();
}

int settimeofday(const struct timeval *when, const struct timezone *zone) {
  (void)when, (void)zone;
  return not_permitted();
}

int adjtime(const struct timeval *by, struct timeval *left) {
  (void)left;
  if (by) return not_permitted();
  if (left) *left = (struct timeval){0, 0};
  return 0;
}
