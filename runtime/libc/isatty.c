/* No descriptor is a terminal. */
#include <errno.h>
#include <termios.h>
#include <unistd.h>

#include "files.h"

static int not_a_terminal(int fd) {
  if (__bowline_described(fd)) errno = ENOTTY;
  return -1;
}

int isatty(int fd) { return not_a_terminal(fd) + 1; }

int tcgetattr(int fd, struct termios *out) {
  (void)out;
  return not_a_terminal(fd);
}

int tcsetattr(int fd, int when, const struct termios *wanted) {
  (void)when, (void)wanted;
  return not_a_terminal(fd);
}

int tcflush(int fd, int queue) {
  (void)queue;
  return not_a_terminal(fd);
}

pid_t tcgetpgrp(int fd) { return not_a_terminal(fd); }

char *ttyname(int fd) {
  not_a_terminal(fd);
  return NULL;
}

int ttyname_r(int fd, char *out, size_t room) {
  (void)out, (void)room;
  not_a_terminal(fd);
  return errno;
}
