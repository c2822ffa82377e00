/* What is known about open files. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files.h"

static const int64_t SECOND = 1000000000;

void __bowline_status(const struct inode *inode, struct stat *out) {
  struct timespec modified = {inode->modified / SECOND, inode->modified % SECOND};
  struct timespec accessed = {inode->accessed / SECOND, inode->accessed % SECOND};
  memset(out, 0, sizeof *out);
  out->st_dev = 1;
  out->st_ino = inode->number;
  out->st_mode = inode->mode;
  out->st_nlink = S_ISDIR(inode->mode) ? 2 : inode->links;
  out->st_uid = getuid();
  out->st_gid = getgid();
  out->st_rdev = inode->device;
  out->st_size = S_ISDIR(inode->mode) ? 4096 : S_ISFIFO(inode->mode) ? 0 : (off_t)inode->size;
  out->st_blksize = 4096;
  out->st_blocks = (out->st_size + 511) / 512;
  out->st_mtim = out->st_ctim = modified;
  out->st_atim = inode->access_is_set ? accessed : modified;
}

int fstat(int fd, struct stat *out) {
  struct description *open = __bowline_described(fd);
  if (!open) return -1;
  __bowline_status(open->inode, out);
  return 0;
}

int fstat64(int fd, struct stat64 *out) { return fstat(fd, (struct stat *)out); }

/* The names of older versions of the system's C library; the first argument says which struct, and there is one. */
int __fxstat(int version, int fd, struct stat *out) {
  (void)version;
  return fstat(fd, out);
}

int __fxstat64(int version, int fd, struct stat64 *out) {
  (void)version;
  return fstat(fd, (struct stat *)out);
}
