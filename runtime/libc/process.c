/* Who this process is: constants. */
#include <errno.h>
#include <sys/types.h>
#include <unistd.h>

pid_t getpid(void) { return 1000; }
pid_t getppid(void) { return 999; }
pid_t getpgrp(void) { return 1000; }
pid_t getpgid(pid_t pid) { return pid == 0 || pid == 1000 ? 1000 : (errno = ESRCH, -1); }
pid_t getsid(pid_t pid) { return getpgid(pid); }
pid_t gettid(void) { return 1000; }
uid_t getuid(void) { return 1000; }
uid_t geteuid(void) { return 1000; }
gid_t getgid(void) { return 1000; }
gid_t getegid(void) { return 1000; }

int getresuid(uid_t *real, uid_t *effective, uid_t *saved) {
  *real = *effective = *saved = 1000;
  return 0;
}

int getresgid(gid_t *real, gid_t *effective, gid_t *saved) {
  *real = *effective = *saved = 1000;
  return 0;
}

/* Becoming who one is already works; anything else needs rights. */
static int become(unsigned id) {
  if (id == 1000 || id == (unsigned)-1) return 0;
  errno = EPERM;
  return -1;
}

int setuid(uid_t id) { return become(id); }
int seteuid(uid_t id) { return become(id); }
int setgid(gid_t id) { return become(id); }
int setegid(gid_t id) { return become(id); }
int setreuid(uid_t real, uid_t effective) { return become(real) | become(effective); }
int setregid(gid_t real, gid_t effective) { return become(real) | become(effective); }
int setresuid(uid_t real, uid_t effective, uid_t saved) { return become(real) | become(effective) | become(saved); }
int setresgid(gid_t real, gid_t effective, gid_t saved) { return become(real) | become(effective) | become(saved); }
