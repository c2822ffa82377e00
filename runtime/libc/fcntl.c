/* Descriptors among themselves: dup, fcntl, ioctl, and calls that only ask whether one is open. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "files.h"

static int fail(int error) {
  errno = error;
  return -1;
}

int dup(int fd) {
  struct description *open = __bowline_described(fd);
  return open ? __bowline_descriptor(open, 0, 0) : -1;
}

int dup3(int fd, int wanted, int flags) {
  struct description *open = __bowline_described(fd);
  if (fd == wanted || (flags & ~O_CLOEXEC)) return fail(EINVAL);
  if (!open || wanted < 0 || wanted >= MOST_DESCRIPTORS) return fail(EBADF);
  if (__bowline_descriptors[wanted]) close(wanted);
  return __bowline_descriptor(open, wanted, flags & O_CLOEXEC);
}

int dup2(int fd, int wanted) {
  if (!__bowline_described(fd)) return -1;
  return fd == wanted ? fd : dup3(fd, wanted, 0);
}

static int control(int fd, int command, va_list arguments) {
  enum { SETTABLE = O_APPEND | O_NONBLOCK | O_ASYNC | O_DIRECT | O_NOATIME, KEPT = O_ACCMODE | SETTABLE | O_PATH };
  struct description *open = __bowline_described(fd);
  if (!open) return -1;
  switch (command) {
    case F_DUPFD:
    case F_DUPFD_CLOEXEC: {
      int least = va_arg(arguments, int);
      if (least < 0 || least >= MOST_DESCRIPTORS) return fail(EINVAL);
      return __bowline_descriptor(open, least, command == F_DUPFD_CLOEXEC);
    }
    case F_GETFD: return __bowline_close_on_exec[fd] ? FD_CLOEXEC : 0;
    case F_SETFD: __bowline_close_on_exec[fd] = va_arg(arguments, int) & FD_CLOEXEC; return 0;
    case F_GETFL: return open->flags & KEPT;
    case F_SETFL: open->flags = (open->flags & ~SETTABLE) | (va_arg(arguments, int) & SETTABLE); return 0;
    case F_SETLK:
    case F_SETLKW: return 0;
    case F_GETLK: va_arg(arguments, struct flock *)->l_type = F_UNLCK; return 0;
    default: return fail(EINVAL);
  }
}

int fcntl(int fd, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  int result = control(fd, command, arguments);
  va_end(arguments);
  return result;
}

int fcntl64(int fd, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  int result = control(fd, command, arguments);
  va_end(arguments);
  return result;
}

/* No descriptor is a terminal, and of the others only how much can be read is known. */
int ioctl(int fd, unsigned long request, ...) {
  struct description *open = __bowline_described(fd);
  if (!open) return -1;
  if (request == FIOCLEX || request == FIONCLEX) {
    __bowline_close_on_exec[fd] = request == FIOCLEX;
    return 0;
  }
  if (request != FIONREAD && request != FIONBIO) return fail(ENOTTY);
  va_list arguments;
  va_start(arguments, request);
  int *value = va_arg(arguments, int *);
  va_end(arguments);
  if (request == FIONBIO) open->flags = (open->flags & ~O_NONBLOCK) | (*value ? O_NONBLOCK : 0);
  else *value = (int)((off_t)open->inode->size - open->offset);
  return 0;
}

/* Nobody else holds a lock. */
int flock(int fd, int operation) {
  (void)operation;
  return __bowline_described(fd) ? 0 : -1;
}

int lockf(int fd, int command, off_t length) {
  (void)command, (void)length;
  return __bowline_described(fd) ? 0 : -1;
}

int lockf64(int fd, int command, off64_t length) { return lockf(fd, command, length); }
