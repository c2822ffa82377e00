/* Signals: handlers are registered and run when the program itself raises the signal; nothing else sends any. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static struct sigaction actions[_NSIG];

static int bad(int number) {
  if (number > 0 && number < _NSIG) return 0;
  errno = EINVAL;
  return 1;
}

int sigaction(int number, const struct sigaction *restrict new, struct sigaction *restrict old) {
  if (bad(number)) return -1;
  if (new && (number == SIGKILL || number == SIGSTOP)) {
    errno = EINVAL;
    return -1;
  }
  if (old) *old = actions[number];
  if (new) actions[number] = *new;
  return 0;
}

sighandler_t signal(int number, sighandler_t handler) {
  struct sigaction new = {.sa_handler = handler, .sa_flags = SA_RESTART}, old;
  return sigaction(number, &new, &old) ? SIG_ERR : old.sa_handler;
}

static int ignored_by_default(int number) {
  return number == SIGCHLD || number == SIGURG || number == SIGWINCH || number == SIGCONT;
}

int raise(int number) {
  if (bad(number)) return -1;
  struct sigaction action = actions[number];
  if (action.sa_handler == SIG_IGN) return 0;
  if (action.sa_handler == SIG_DFL) {
    if (ignored_by_default(number)) return 0;
    abort();
  }
  if (action.sa_flags & SA_RESETHAND) actions[number].sa_handler = SIG_DFL;
  if (action.sa_flags & SA_SIGINFO) {
    siginfo_t about = {.si_signo = number, .si_code = SI_TKILL};
    action.sa_sigaction(number, &about, NULL);
  } else {
    action.sa_handler(number);
  }
  return 0;
}

int kill(pid_t process, int number) {
  if (process != getpid() && process != 0 && process != -1) {
    errno = ESRCH;
    return -1;
  }
  return number == 0 ? 0 : raise(number);
}
