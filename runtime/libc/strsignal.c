/* The texts of signal numbers. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

static const struct {
  const char *name, *text;
} signals[] = {
    [SIGHUP] = {"HUP", "Hangup"},
    [SIGINT] = {"INT", "Interrupt"},
    [SIGQUIT] = {"QUIT", "Quit"},
    [SIGILL] = {"ILL", "Illegal instruction"},
    [SIGTRAP] = {"TRAP", "Trace/breakpoint trap"},
    [SIGABRT] = {"ABRT", "Aborted"},
    [SIGBUS] = {"BUS", "Bus error"},
    [SIGFPE] = {"FPE", "Floating point exception"},
    [SIGKILL] = {"KILL", "Killed"},
    [SIGUSR1] = {"USR1", "User defined signal 1"},
    [SIGSEGV] = {"SEGV", "Segmentation fault"},
    [SIGUSR2] = {"USR2", "User defined signal 2"},
    [SIGPIPE] = {"PIPE", "Broken pipe"},
    [SIGALRM] = {"ALRM", "Alarm clock"},
    [SIGTERM] = {"TERM", "Terminated"},
    [SIGSTKFLT] = {"STKFLT", "Stack fault"},
    [SIGCHLD] = {"CHLD", "Child exited"},
    [SIGCONT] = {"CONT", "Continued"},
    [SIGSTOP] = {"STOP", "Stopped (signal)"},
    [SIGTSTP] = {"TSTP", "Stopped"},
    [SIGTTIN] = {"TTIN", "Stopped (tty input)"},
    [SIGTTOU] = {"TTOU", "Stopped (tty output)"},
    [SIGURG] = {"URG", "Urgent I/O condition"},
    [SIGXCPU] = {"XCPU", "CPU time limit exceeded"},
    [SIGXFSZ] = {"XFSZ", "File size limit exceeded"},
    [SIGVTALRM] = {"VTALRM", "Virtual timer expired"},
    [SIGPROF] = {"PROF", "Profiling timer expired"},
    [SIGWINCH] = {"WINCH", "Window changed"},
    [SIGIO] = {"POLL", "I/O possible"},
    [SIGPWR] = {"PWR", "Power failure"},
    [SIGSYS] = {"SYS", "Bad system call"},
};

static int known(int number) { return number >= 0 && (size_t)number < sizeof signals / sizeof *signals; }

const char *sigdescr_np(int number) { return known(number) ? signals[number].text : NULL; }
const char *sigabbrev_np(int number) { return known(number) ? signals[number].name : NULL; }

char *strsignal(int number) {
  static char unknown[40];
  const char *text = sigdescr_np(number);
  if (text) return (char *)text;
  int real_time = number >= SIGRTMIN && number <= SIGRTMAX;
  snprintf(unknown, sizeof unknown, real_time ? "Real-time signal %d" : "Unknown signal %d",
           real_time ? number - SIGRTMIN : number);
  return unknown;
}

void psignal(int number, const char *prefix) {
  fprintf(stderr, "%s%s%s\n", prefix ? prefix : "", prefix && *prefix ? ": " : "", strsignal(number));
}
