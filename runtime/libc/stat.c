/* What is known about files by path. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files.h"

int fstatat(int directory, const char *restrict path, struct stat *restrict out, int flags) {
  if ((flags & AT_EMPTY_PATH) && !*path) return directory == AT_FDCWD ? stat(".", out) : fstat(directory, out);
  struct inode *inode = __bowline_existing(directory, path, flags & AT_SYMLINK_NOFOLLOW ? 0 : FOLLOW);
  if (!inode) return -1;
  __bowline_status(inode, out);
  return 0;
}

int stat(const char *restrict path, struct stat *restrict out) { return fstatat(AT_FDCWD, path, out, 0); }
int lstat(const char *restrict path, struct stat *restrict out) { return fstatat(AT_FDCWD, path, out, AT_SYMLINK_NOFOLLOW); }

int stat64(const char *restrict path, struct stat64 *restrict out) { return stat(path, (struct stat *)out); }
int lstat64(const char *restrict path, struct stat64 *restrict out) { return lstat(path, (struct stat *)out); }
int fstatat64(int directory, const char *restrict path, struct stat64 *restrict out, int flags) {
  return fstatat(directory, path, (struct stat *)out, flags);
}

/* The names of older versions of the system's C library. */
int __xstat(int version, const char *path, struct stat *out) {
  (void)version;
  return stat(path, out);
}

int __lxstat(int version, const char *path, struct stat *out) {
  (void)version;
  return lstat(path, out);
}

int __xstat64(int version, const char *path, struct stat64 *out) { return __xstat(version, path, (struct stat *)out); }
int __lxstat64(int version, const char *path, struct stat64 *out) { return __lxstat(version, path, (struct stat *)out); }

int __fxstatat(int version, int directory, const char *path, struct stat *out, int flags) {
  (void)version;
  return fstatat(directory, path, out, flags);
}

int __fxstatat64(int version, int directory, const char *path, struct stat64 *out, int flags) {
  return __fxstatat(version, directory, path, (struct stat *)out, flags);
}
