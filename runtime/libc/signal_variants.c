/* Other ways to install handlers, mask and send signals. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>

int __libc_current_sigrtmin(void) { return 34; }
int __libc_current_sigrtmax(void) { return 64; }

int pthread_sigmask(int how, const sigset_t *restrict new, sigset_t *restrict old) {
  return sigprocmask(how, new, old) ? errno : 0;
}

int pthread_kill(pthread_t thread, int number) {
  (void)thread;
  return number == 0 || raise(number) == 0 ? 0 : errno;
}

int killpg(pid_t group, int number) { return kill(group == 0 ? 0 : group, number); }
int gsignal(int number) { return raise(number); }

sighandler_t sysv_signal(int number, sighandler_t handler) {
  struct sigaction new = {.sa_handler = handler, .sa_flags = SA_RESETHAND | SA_NODEFER}, old;
  return sigaction(number, &new, &old) ? SIG_ERR : old.sa_handler;
}
sighandler_t __sysv_signal(int number, sighandler_t handler) { return sysv_signal(number, handler); }
sighandler_t bsd_signal(int number, sighandler_t handler) { return signal(number, handler); }

int siginterrupt(int number, int interrupts) {
  struct sigaction action;
  if (sigaction(number, NULL, &action)) return -1;
  action.sa_flags = interrupts ? action.sa_flags & ~SA_RESTART : action.sa_flags | SA_RESTART;
  return sigaction(number, &action, NULL);
}

int sigaltstack(const stack_t *restrict new, stack_t *restrict old) {
  static stack_t current = {.ss_flags = SS_DISABLE};
  if (old) *old = current;
  if (new) current = *new;
  return 0;
}
