/* Waiting for descriptors: every open one is ready. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/select.h>

#include "files.h"

static int reads(const struct description *open) { return (open->flags & O_ACCMODE) != O_WRONLY; }
static int writes(const struct description *open) { return (open->flags & O_ACCMODE) != O_RDONLY; }

int poll(struct pollfd *fds, nfds_t count, int timeout) {
  (void)timeout;
  int ready = 0;
  for (nfds_t i = 0; i < count; i++) {
    int fd = fds[i].fd;
    struct description *open = fd >= 0 && fd < MOST_DESCRIPTORS ? __bowline_descriptors[fd] : NULL;
    short can = 0;
    if (open) can = (reads(open) ? POLLIN | POLLRDNORM : 0) | (writes(open) ? POLLOUT | POLLWRNORM : 0);
    fds[i].revents = open ? can & fds[i].events : fd >= 0 ? POLLNVAL : 0;
    ready += fds[i].revents != 0;
  }
  return ready;
}

int ppoll(struct pollfd *fds, nfds_t count, const struct timespec *timeout, const sigset_t *mask) {
  (void)timeout, (void)mask;
  return poll(fds, count, 0);
}

int __poll_chk(struct pollfd *fds, nfds_t count, int timeout, size_t room) {
  (void)room;
  return poll(fds, count, timeout);
}

static int keep_ready(int count, fd_set *wanted, int (*can)(const struct description *)) {
  int ready = 0;
  for (int fd = 0; wanted && fd < count; fd++) {
    if (!FD_ISSET(fd, wanted)) continue;
    struct description *open = __bowline_described(fd);
    if (!open) return -1;
    if (can(open)) ready++;
    else FD_CLR(fd, wanted);
  }
  return ready;
}

int select(int count, fd_set *restrict to_read, fd_set *restrict to_write, fd_set *restrict special,
           struct timeval *restrict timeout) {
  (void)timeout;
  if (count < 0 || count > FD_SETSIZE) {
    errno = EINVAL;
    return -1;
  }
  int readable = keep_ready(count, to_read, reads), writable = readable < 0 ? -1 : keep_ready(count, to_write, writes);
  if (writable < 0) return -1;
  if (special) FD_ZERO(special);
  return readable + writable;
}

int pselect(int count, fd_set *restrict to_read, fd_set *restrict to_write, fd_set *restrict special,
            const struct timespec *restrict timeout, const sigset_t *restrict mask) {
  (void)timeout, (void)mask;
  return select(count, to_read, to_write, special, NULL);
}
