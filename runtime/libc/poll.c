/*
 * Waiting for descriptors. Files, devices and standard input never block; of a pipe the other end and what is in it decide. There is
 * nobody else who could make one ready, so waiting with a limit is waiting until the limit, and waiting without is for ever.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/select.h>
#include <sys/stat.h>

#include "files.h"
#include "internal.h"

static int is_pipe(const struct description *open) { return open->inode && S_ISFIFO(open->inode->mode); }

/* What poll says of a descriptor, whatever was asked for. */
static int state_of(const struct description *open) {
  int access = open->flags & O_ACCMODE, state = 0;
  if (!is_pipe(open)) {
    /* The kernel does not look at the access mode of what never blocks. */
    return POLLIN | POLLRDNORM | POLLOUT | POLLWRNORM;
  }
  const struct inode *pipe = open->inode;
  if (access != O_WRONLY) {
    if (pipe->size > 0) state |= POLLIN | POLLRDNORM;
    if (!(pipe->device & PIPE_WRITER)) state |= POLLHUP;
  }
  if (access != O_RDONLY) {
    if (pipe->size < PIPE_ROOM) state |= POLLOUT | POLLWRNORM;
    if (!(pipe->device & PIPE_READER)) state |= POLLERR;
  }
  return state;
}

/* Reading returns at once: bytes, or the end. */
static int reads(const struct description *open) { return (state_of(open) & (POLLIN | POLLHUP | POLLERR)) != 0; }
static int writes(const struct description *open) { return (state_of(open) & (POLLOUT | POLLERR)) != 0; }

int poll(struct pollfd *fds, nfds_t count, int timeout) {
  int ready = 0;
  for (nfds_t i = 0; i < count; i++) {
    int fd = fds[i].fd;
    struct description *open = fd >= 0 && fd < MOST_DESCRIPTORS ? __bowline_descriptors[fd] : NULL;
    int always = POLLERR | POLLHUP;
    fds[i].revents = (short)(open ? state_of(open) & (fds[i].events | always) : fd >= 0 ? POLLNVAL : 0);
    ready += fds[i].revents != 0;
  }
  if (!ready && timeout < 0) __bowline_unsupported("waiting for ever: poll without anything to come");
  return ready;
}

int ppoll(struct pollfd *fds, nfds_t count, const struct timespec *timeout, const sigset_t *mask) {
  (void)mask;
  return poll(fds, count, timeout ? 0 : -1);
}

int __poll_chk(struct pollfd *fds, nfds_t count, int timeout, size_t room) {
  (void)room;
  return poll(fds, count, timeout);
}

int __ppoll_chk(struct pollfd *fds, nfds_t count, const struct timespec *timeout, const sigset_t *mask, size_t room) {
  (void)room;
  return ppoll(fds, count, timeout, mask);
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
  if (count < 0 || count > FD_SETSIZE) {
    errno = EINVAL;
    return -1;
  }
  int readable = keep_ready(count, to_read, reads), writable = readable < 0 ? -1 : keep_ready(count, to_write, writes);
  if (writable < 0) return -1;
  if (special) FD_ZERO(special);
  int ready = readable + writable;
  if (!ready && !timeout) __bowline_unsupported("waiting for ever: select without anything to come");
  /* What is left of it: all, or nothing. */
  if (!ready) *timeout = (struct timeval){0, 0};
  return ready;
}

int pselect(int count, fd_set *restrict to_read, fd_set *restrict to_write, fd_set *restrict special,
            const struct timespec *restrict timeout, const sigset_t *restrict mask) {
  (void)mask;
  struct timeval limit = {0, 0};
  return select(count, to_read, to_write, special, timeout ? &limit : NULL);
}
