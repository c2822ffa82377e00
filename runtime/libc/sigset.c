/* Sets of signals, and the mask, which blocks nothing because nothing is sent from outside. */
#include <errno.h>
#include <signal.h>
#include <string.h>

enum { BITS = 8 * sizeof(unsigned long) };

int sigemptyset(sigset_t *set) {
  memset(set, 0, sizeof *set);
  return 0;
}

int sigfillset(sigset_t *set) {
  memset(set, -1, sizeof *set);
  return 0;
}

static int bad(int number) {
  if (number > 0 && number < _NSIG) return 0;
  errno = EINVAL;
  return 1;
}

int sigaddset(sigset_t *set, int number) {
  if (bad(number)) return -1;
  set->__val[(number - 1) / BITS] |= 1ul << (number - 1) % BITS;
  return 0;
}

int sigdelset(sigset_t *set, int number) {
  if (bad(number)) return -1;
  set->__val[(number - 1) / BITS] &= ~(1ul << (number - 1) % BITS);
  return 0;
}

int sigismember(const sigset_t *set, int number) {
  if (bad(number)) return -1;
  return set->__val[(number - 1) / BITS] >> (number - 1) % BITS & 1;
}

int sigprocmask(int how, const sigset_t *restrict new, sigset_t *restrict old) {
  static sigset_t mask;
  if (old) *old = mask;
  if (!new) return 0;
  for (size_t i = 0; i < sizeof mask.__val / sizeof *mask.__val; i++) {
    switch (how) {
      case SIG_BLOCK: mask.__val[i] |= new->__val[i]; break;
      case SIG_UNBLOCK: mask.__val[i] &= ~new->__val[i]; break;
      case SIG_SETMASK: mask.__val[i] = new->__val[i]; break;
      default: errno = EINVAL; return -1;
    }
  }
  return 0;
}
