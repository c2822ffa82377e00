/* Everything is stored at once: there is nothing to wait for. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files.h"

int fsync(int fd) {
  struct description *open = __bowline_described(fd);
  if (!open) return -1;
  if (S_ISREG(open->inode->mode) || S_ISDIR(open->inode->mode)) return 0;
  errno = EINVAL;
  return -1;
}

int fdatasync(int fd) { return fsync(fd); }
int syncfs(int fd) { return __bowline_described(fd) ? 0 : -1; }
void sync(void) {}

int posix_fadvise(int fd, off_t offset, off_t length, int advice) {
  (void)offset, (void)length, (void)advice;
  return __bowline_described(fd) ? 0 : EBADF;
}

int posix_fadvise64(int fd, off64_t offset, off64_t length, int advice) { return posix_fadvise(fd, offset, length, advice); }
