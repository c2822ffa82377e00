/* Opening files by path. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "files.h"

static int fail(int error) {
  errno = error;
  return -1;
}

int __bowline_open_inode(struct inode *inode, int flags) {
  int access = flags & O_ACCMODE, writes = access != O_RDONLY || (flags & O_TRUNC);
  if (S_ISDIR(inode->mode) && (writes || (flags & O_CREAT))) return fail(EISDIR);
  if ((flags & O_DIRECTORY) && !S_ISDIR(inode->mode)) return fail(ENOTDIR);
  if (S_ISLNK(inode->mode)) return fail(ELOOP);
  if ((access != O_WRONLY && (inode->refused & 4)) || (writes && (inode->refused & 2))) return fail(EACCES);
  if (S_ISCHR(inode->mode)) return __bowline_open_device(inode, flags);
  /* Whether a real file may be read shows when it is. */
  if (S_ISREG(inode->mode) && inode->host && access != O_WRONLY) {
    long n = __bowline_host_read(inode->host, NULL, 0);
    if (n < 0) return fail((int)-n);
  }
  if (!S_ISREG(inode->mode) && !S_ISDIR(inode->mode)) return fail(ENXIO);
  struct description *open = __bowline_describe(&__bowline_file_operations, inode, flags);
  int fd = open ? __bowline_descriptor(open, 0, flags & O_CLOEXEC) : -1;
  if (fd < 0) {
    if (open) inode->openings--;
    free(open);
    return -1;
  }
  if (flags & O_TRUNC) __bowline_resize(inode, 0);
  return fd;
}

static int create(struct place *place, const char *path, mode_t mode) {
  if (place->parent->refused & 2) return fail(EACCES);
  struct inode *inode = __bowline_inode(S_IFREG | (mode & 07777 & ~__bowline_umask));
  if (!inode || __bowline_enter(place->parent, place->name, inode)) return -1;
  place->inode = inode;
  __bowline_know(path);
  return 0;
}

/* The place of a path. One that may be made must not end with a slash, even where a link would lead to a directory. */
static int find(int directory, const char *path, int flags, struct place *out) {
  int how = flags & O_NOFOLLOW ? 0 : FOLLOW;
  if (!(flags & O_CREAT)) return __bowline_find(directory, path, how, out);
  if (__bowline_find(directory, path, (flags & O_EXCL ? 0 : how) | SLASH_STOPS, out)) return -1;
  if (out->inode && (flags & O_EXCL) && (!out->wants_directory || out->name[0] == '.')) return fail(EEXIST);
  return out->wants_directory ? fail(EISDIR) : 0;
}

static int open_at(int directory, const char *path, int flags, mode_t mode) {
  struct place place;
  if (find(directory, path, flags, &place)) return -1;
  if ((flags & O_TMPFILE) == O_TMPFILE) return fail(EOPNOTSUPP);
  if (!place.inode && !(flags & O_CREAT)) return fail(ENOENT);
  if (place.inode && place.wants_directory && !S_ISDIR(place.inode->mode)) return fail(ENOTDIR);
  if (!place.inode && create(&place, path, mode)) return -1;
  return __bowline_open_inode(place.inode, flags);
}

static int with_mode(int directory, const char *path, int flags, va_list arguments) {
  mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
  return open_at(directory, path, flags, mode);
}

int open(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  int fd = with_mode(AT_FDCWD, path, flags, arguments);
  va_end(arguments);
  return fd;
}

int open64(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  int fd = with_mode(AT_FDCWD, path, flags, arguments);
  va_end(arguments);
  return fd;
}

int openat(int directory, const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  int fd = with_mode(directory, path, flags, arguments);
  va_end(arguments);
  return fd;
}

int openat64(int directory, const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  int fd = with_mode(directory, path, flags, arguments);
  va_end(arguments);
  return fd;
}

int creat(const char *path, mode_t mode) { return open_at(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode); }
int creat64(const char *path, mode_t mode) { return creat(path, mode); }

/* The names under _FORTIFY_SOURCE. */
int __open_2(const char *path, int flags) { return open_at(AT_FDCWD, path, flags, 0); }
int __open64_2(const char *path, int flags) { return open_at(AT_FDCWD, path, flags, 0); }
int __openat_2(int directory, const char *path, int flags) { return open_at(directory, path, flags, 0); }
int __openat64_2(int directory, const char *path, int flags) { return open_at(directory, path, flags, 0); }
