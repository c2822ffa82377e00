/* Descriptors: 0 is empty input, 1 and 2 are the program's output, and there are no files. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "internal.h"

enum { STANDARD = 3 };

/* Bit n is set once descriptor n has been closed. */
static unsigned closed;

static int is_open(int fd) {
  if (fd >= 0 && fd < STANDARD && !(closed >> fd & 1)) return 1;
  errno = EBADF;
  return 0;
}

static int no_such_file(void) {
  errno = ENOENT;
  return -1;
}

ssize_t read(int fd, void *bytes, size_t n) {
  (void)bytes, (void)n;
  return is_open(fd) ? 0 : -1;
}

ssize_t write(int fd, const void *bytes, size_t n) {
  if (!is_open(fd)) return -1;
  __bowline_write(fd, bytes, n);
  return (ssize_t)n;
}

int close(int fd) {
  if (!is_open(fd)) return -1;
  closed |= 1u << fd;
  return 0;
}

off_t lseek(int fd, off_t offset, int whence) {
  (void)offset, (void)whence;
  if (is_open(fd)) errno = ESPIPE;
  return -1;
}

off64_t lseek64(int fd, off64_t offset, int whence) { return lseek(fd, offset, whence); }

int isatty(int fd) {
  if (is_open(fd)) errno = ENOTTY;
  return 0;
}

int fsync(int fd) {
  if (is_open(fd)) errno = EINVAL;
  return -1;
}

int open(const char *path, int flags, ...) {
  (void)path, (void)flags;
  return no_such_file();
}

int open64(const char *path, int flags, ...) {
  (void)path, (void)flags;
  return no_such_file();
}

int creat(const char *path, mode_t mode) {
  (void)path, (void)mode;
  return no_such_file();
}

int access(const char *path, int mode) {
  (void)path, (void)mode;
  return no_such_file();
}

int stat(const char *restrict path, struct stat *restrict out) {
  (void)path, (void)out;
  return no_such_file();
}

int lstat(const char *restrict path, struct stat *restrict out) {
  (void)path, (void)out;
  return no_such_file();
}

int fstat(int fd, struct stat *out) {
  if (!is_open(fd)) return -1;
  *out = (struct stat){.st_mode = S_IFIFO | 0600, .st_nlink = 1, .st_blksize = 4096};
  return 0;
}

int unlink(const char *path) {
  (void)path;
  return no_such_file();
}

int remove(const char *path) {
  (void)path;
  return no_such_file();
}

int rename(const char *old, const char *new) {
  (void)old, (void)new;
  return no_such_file();
}
