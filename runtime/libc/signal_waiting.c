/* Waiting for signals and timers. Nothing sends any signal, so waiting would last forever: such a path ends as lost. */
#include <errno.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include "internal.h"

int sigpending(sigset_t *set) { return sigemptyset(set); }

int pause(void) { __bowline_unsupported("pause: no signal will come"); }

int sigsuspend(const sigset_t *mask) {
  (void)mask;
  __bowline_unsupported("sigsuspend: no signal will come");
}

int sigwait(const sigset_t *restrict set, int *restrict number) {
  (void)set, (void)number;
  __bowline_unsupported("sigwait: no signal will come");
}

int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict about, const struct timespec *restrict limit) {
  (void)set, (void)about, (void)limit;
  errno = EAGAIN;
  return -1;
}

/* Timers are set and never go off. */
int setitimer(__itimer_which_t which, const struct itimerval *restrict new, struct itimerval *restrict old) {
  static struct itimerval timers[3];
  if ((unsigned)which > 2) {
    errno = EINVAL;
    return -1;
  }
  if (old) *old = timers[which];
  if (new) timers[which] = *new;
  return 0;
}

int getitimer(__itimer_which_t which, struct itimerval *out) { return setitimer(which, NULL, out); }
