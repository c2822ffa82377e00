/* Who this process is: constants. */
#include <errno.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <unistd.h>

pid_t getpid(void) { return 1000; }
pid_t getppid(void) { return 999; }
pid_t getpgrp(void) { return 1000; }
uid_t getuid(void) { return 1000; }
uid_t geteuid(void) { return 1000; }
gid_t getgid(void) { return 1000; }
gid_t getegid(void) { return 1000; }

long sysconf(int name) {
  switch (name) {
    case _SC_PAGESIZE: return 4096;
    case _SC_NPROCESSORS_CONF:
    case _SC_NPROCESSORS_ONLN: return 1;
    case _SC_CLK_TCK: return 100;
    case _SC_OPEN_MAX: return 1024;
    case _SC_ARG_MAX: return 2097152;
    default: errno = EINVAL; return -1;
  }
}

int getpagesize(void) { return 4096; }

pid_t fork(void) {
  errno = EAGAIN;
  return -1;
}

unsigned alarm(unsigned seconds) {
  (void)seconds;
  return 0;
}
