/* Changing sizes, modes, owners and times. Owners are accepted and forgotten. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

#include "files.h"
#include "internal.h"

static const int64_t SECOND = 1000000000;

static int fail(int error) {
  errno = error;
  return -1;
}

static int resize(struct inode *inode, off_t size) {
  if (size < 0) return fail(EINVAL);
  if (S_ISDIR(inode->mode)) return fail(EISDIR);
  if (!S_ISREG(inode->mode)) return fail(EINVAL);
  inode->modified = __bowline_clock();
  return __bowline_resize(inode, (size_t)size);
}

int ftruncate(int fd, off_t size) {
  struct description *open = __bowline_described(fd);
  if (!open) return -1;
  if ((open->flags & O_ACCMODE) == O_RDONLY) return fail(EINVAL);
  return resize(open->inode, size);
}

int truncate(const char *path, off_t size) {
  struct inode *inode = __bowline_existing(AT_FDCWD, path, FOLLOW);
  if (!inode) return -1;
  if (inode->refused & 2) return fail(EACCES);
  return resize(inode, size);
}

int ftruncate64(int fd, off64_t size) { return ftruncate(fd, size); }
int truncate64(const char *path, off64_t size) { return truncate(path, size); }

int posix_fallocate(int fd, off_t offset, off_t length) {
  struct description *open = __bowline_described(fd);
  if (!open) return EBADF;
  if (offset < 0 || length <= 0) return EINVAL;
  if ((size_t)(offset + length) <= open->inode->size) return 0;
  return ftruncate(fd, offset + length) ? errno : 0;
}

int posix_fallocate64(int fd, off64_t offset, off64_t length) { return posix_fallocate(fd, offset, length); }

static int change_mode(struct inode *inode, mode_t mode) {
  if (!inode) return -1;
  inode->mode = (inode->mode & S_IFMT) | (mode & 07777);
  return 0;
}

int fchmodat(int directory, const char *path, mode_t mode, int flags) {
  return change_mode(__bowline_existing(directory, path, flags & AT_SYMLINK_NOFOLLOW ? 0 : FOLLOW), mode);
}

int chmod(const char *path, mode_t mode) { return fchmodat(AT_FDCWD, path, mode, 0); }
int lchmod(const char *path, mode_t mode) { return fchmodat(AT_FDCWD, path, mode, AT_SYMLINK_NOFOLLOW); }

int fchmod(int fd, mode_t mode) {
  struct description *open = __bowline_described(fd);
  return open ? change_mode(open->inode, mode) : -1;
}

int fchownat(int directory, const char *path, uid_t owner, gid_t group, int flags) {
  (void)owner, (void)group;
  return __bowline_existing(directory, path, flags & AT_SYMLINK_NOFOLLOW ? 0 : FOLLOW) ? 0 : -1;
}

int chown(const char *path, uid_t owner, gid_t group) { return fchownat(AT_FDCWD, path, owner, group, 0); }
int lchown(const char *path, uid_t owner, gid_t group) { return fchownat(AT_FDCWD, path, owner, group, AT_SYMLINK_NOFOLLOW); }

int fchown(int fd, uid_t owner, gid_t group) {
  (void)owner, (void)group;
  return __bowline_described(fd) ? 0 : -1;
}

static int64_t wanted(const struct timespec *time, int64_t now) {
  if (!time || time->tv_nsec == UTIME_NOW) return __bowline_clock();
  return time->tv_nsec == UTIME_OMIT ? now : time->tv_sec * SECOND + time->tv_nsec;
}

/* Of the last access and of the last change. */
static int change_times(struct inode *inode, const struct timespec times[2]) {
  if (!inode) return -1;
  inode->accessed = wanted(times, inode->access_is_set ? inode->accessed : inode->modified);
  inode->access_is_set = 1;
  inode->modified = wanted(times ? times + 1 : NULL, inode->modified);
  return 0;
}

int utimensat(int directory, const char *path, const struct timespec times[2], int flags) {
  struct inode *inode = __bowline_existing(directory, path, flags & AT_SYMLINK_NOFOLLOW ? 0 : FOLLOW);
  return change_times(inode, times);
}

int futimens(int fd, const struct timespec times[2]) {
  struct description *open = __bowline_described(fd);
  return open ? change_times(open->inode, times) : -1;
}

int utimes(const char *path, const struct timeval times[2]) {
  struct timespec wanted[2];
  for (int i = 0; times && i < 2; i++) wanted[i] = (struct timespec){times[i].tv_sec, times[i].tv_usec * 1000};
  return utimensat(AT_FDCWD, path, times ? wanted : NULL, 0);
}

int utime(const char *path, const struct utimbuf *times) {
  struct timespec wanted[2];
  if (times) wanted[0] = (struct timespec){times->actime, 0}, wanted[1] = (struct timespec){times->modtime, 0};
  return utimensat(AT_FDCWD, path, times ? wanted : NULL, 0);
}
