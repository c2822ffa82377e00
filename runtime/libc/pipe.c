/* Pipes within the one process there is: what is written waits in the inode until it is read. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files.h"
#include "internal.h"

static ssize_t read_pipe(struct description *open, char *bytes, size_t n) {
  struct inode *inode = open->inode;
  if (n == 0) return 0;
  if (inode->size == 0 && (inode->device & PIPE_WRITER)) {
    if (!(open->flags & O_NONBLOCK)) __bowline_unsupported("waiting for ever: reading from an empty pipe");
    errno = EAGAIN;
    return -1;
  }
  n = n < inode->size ? n : inode->size;
  memcpy(bytes, inode->bytes, n);
  memmove(inode->bytes, inode->bytes + n, inode->size - n);
  return __bowline_resize(inode, inode->size - n) ? -1 : (ssize_t)n;
}

static ssize_t write_pipe(struct description *open, const char *bytes, size_t n) {
  struct inode *inode = open->inode;
  if (!(inode->device & PIPE_READER)) {
    raise(SIGPIPE);
    errno = EPIPE;
    return -1;
  }
  size_t end = inode->size + n;
  if (end > PIPE_ROOM) {
    if (!(open->flags & O_NONBLOCK)) __bowline_unsupported("waiting for ever: writing to a full pipe");
    errno = EAGAIN;
    return -1;
  }
  if (__bowline_own(inode, end)) return -1;
  memcpy(inode->bytes + inode->size, bytes, n);
  inode->size = end;
  return (ssize_t)n;
}

static off_t seek_pipe(struct description *open, off_t offset, int whence) {
  (void)open, (void)offset, (void)whence;
  errno = ESPIPE;
  return -1;
}

static void close_pipe(struct description *open) {
  open->inode->device &= ~(unsigned)((open->flags & O_ACCMODE) == O_WRONLY ? PIPE_WRITER : PIPE_READER);
  open->inode->openings--;
  __bowline_release(open->inode);
}

static const struct operations pipe_operations = {read_pipe, write_pipe, seek_pipe, close_pipe};

int pipe2(int fds[2], int flags) {
  if (flags & ~(O_CLOEXEC | O_NONBLOCK | O_DIRECT)) {
    errno = EINVAL;
    return -1;
  }
  struct inode *inode = __bowline_inode(S_IFIFO | 0600);
  if (!inode) return -1;
  inode->device = PIPE_READER | PIPE_WRITER;
  struct description *reader = __bowline_describe(&pipe_operations, inode, O_RDONLY | (flags & ~O_CLOEXEC));
  struct description *writer = __bowline_describe(&pipe_operations, inode, O_WRONLY | (flags & ~O_CLOEXEC));
  int from = reader ? __bowline_descriptor(reader, 0, flags & O_CLOEXEC) : -1;
  int to = from >= 0 && writer ? __bowline_descriptor(writer, 0, flags & O_CLOEXEC) : -1;
  if (to >= 0) {
    fds[0] = from;
    fds[1] = to;
    return 0;
  }
  if (from >= 0) __bowline_descriptors[from] = NULL;
  free(reader);
  free(writer);
  inode->openings = 0;
  __bowline_release(inode);
  return -1;
}

int pipe(int fds[2]) { return pipe2(fds, 0); }
