/* Reading and writing at a position, in several pieces, and under other names. */
#include <errno.h>
#include <sys/uio.h>
#include <unistd.h>

#include "files.h"

/* The description's own position stays. */
static int movable(struct description *open, off_t offset) {
  if (!open) return 0;
  if (offset < 0) errno = EINVAL;
  return offset >= 0 && open->operations->seek(open, 0, SEEK_CUR) >= 0;
}

ssize_t pread(int fd, void *bytes, size_t n, off_t offset) {
  struct description *open = __bowline_described(fd);
  if (!movable(open, offset)) return -1;
  off_t saved = open->offset;
  open->offset = offset;
  ssize_t done = __bowline_read(open, bytes, n);
  open->offset = saved;
  return done;
}

ssize_t pwrite(int fd, const void *bytes, size_t n, off_t offset) {
  struct description *open = __bowline_described(fd);
  if (!movable(open, offset)) return -1;
  off_t saved = open->offset;
  open->offset = offset;
  ssize_t done = __bowline_write_to(open, bytes, n);
  open->offset = saved;
  return done;
}

ssize_t pread64(int fd, void *bytes, size_t n, off64_t offset) { return pread(fd, bytes, n, offset); }
ssize_t pwrite64(int fd, const void *bytes, size_t n, off64_t offset) { return pwrite(fd, bytes, n, offset); }

ssize_t readv(int fd, const struct iovec *pieces, int count) {
  ssize_t total = 0;
  for (int i = 0; i < count; i++) {
    ssize_t n = read(fd, pieces[i].iov_base, pieces[i].iov_len);
    if (n < 0) return total ? total : -1;
    total += n;
    if ((size_t)n < pieces[i].iov_len) break;
  }
  return total;
}

ssize_t writev(int fd, const struct iovec *pieces, int count) {
  ssize_t total = 0;
  for (int i = 0; i < count; i++) {
    ssize_t n = write(fd, pieces[i].iov_base, pieces[i].iov_len);
    if (n < 0) return total ? total : -1;
    total += n;
  }
  return total;
}

off64_t lseek64(int fd, off64_t offset, int whence) { return lseek(fd, offset, whence); }
ssize_t __read(int fd, void *bytes, size_t n) { return read(fd, bytes, n); }
ssize_t __write(int fd, const void *bytes, size_t n) { return write(fd, bytes, n); }
int __close(int fd) { return close(fd); }

/* The names under _FORTIFY_SOURCE. */
ssize_t __read_chk(int fd, void *bytes, size_t n, size_t room) {
  (void)room;
  return read(fd, bytes, n);
}

ssize_t __pread_chk(int fd, void *bytes, size_t n, off_t offset, size_t room) {
  (void)room;
  return pread(fd, bytes, n, offset);
}

ssize_t __pread64_chk(int fd, void *bytes, size_t n, off64_t offset, size_t room) {
  (void)room;
  return pread(fd, bytes, n, offset);
}
