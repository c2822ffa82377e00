/* What is known about the file system itself: it is half empty. */
#include <string.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <fcntl.h>

#include "files.h"

static int describe(int exists, struct statfs *out) {
  if (!exists) return -1;
  memset(out, 0, sizeof *out);
  out->f_type = 0xef53;
  out->f_bsize = out->f_frsize = 4096;
  out->f_blocks = 1 << 20;
  out->f_bfree = out->f_bavail = 1 << 19;
  out->f_files = 1 << 18;
  out->f_ffree = 1 << 17;
  out->f_namelen = LONGEST_NAME;
  return 0;
}

static int describe_portably(int exists, struct statvfs *out) {
  struct statfs status;
  if (describe(exists, &status)) return -1;
  memset(out, 0, sizeof *out);
  out->f_bsize = out->f_frsize = 4096;
  out->f_blocks = status.f_blocks;
  out->f_bfree = out->f_bavail = status.f_bfree;
  out->f_files = status.f_files;
  out->f_ffree = out->f_favail = status.f_ffree;
  out->f_namemax = LONGEST_NAME;
  return 0;
}

static int exists(const char *path) { return __bowline_existing(AT_FDCWD, path, FOLLOW) != NULL; }
static int is_open(int fd) { return __bowline_described(fd) != NULL; }

int statfs(const char *path, struct statfs *out) { return describe(exists(path), out); }
int fstatfs(int fd, struct statfs *out) { return describe(is_open(fd), out); }
int statfs64(const char *path, struct statfs64 *out) { return describe(exists(path), (struct statfs *)out); }
int fstatfs64(int fd, struct statfs64 *out) { return describe(is_open(fd), (struct statfs *)out); }

int statvfs(const char *restrict path, struct statvfs *restrict out) { return describe_portably(exists(path), out); }
int fstatvfs(int fd, struct statvfs *out) { return describe_portably(is_open(fd), out); }
int statvfs64(const char *restrict path, struct statvfs64 *restrict out) {
  return describe_portably(exists(path), (struct statvfs *)out);
}
int fstatvfs64(int fd, struct statvfs64 *out) { return describe_portably(is_open(fd), (struct statvfs *)out); }
