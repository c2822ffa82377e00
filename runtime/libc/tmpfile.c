/* Temporary files and names. Names count up, so that every run makes the same. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "stream.h"

/* Replaces the last six of the template's characters before the suffix. */
static int fill_in(char *template, int suffix) {
  static unsigned count;
  size_t n = strlen(template);
  if (suffix < 0 || n < 6 + (size_t)suffix || memcmp(template + n - 6 - suffix, "XXXXXX", 6)) {
    errno = EINVAL;
    return -1;
  }
  unsigned left = ++count;
  for (char *at = template + n - suffix; at > template + n - 6 - suffix; left /= 36) {
    *--at = "0123456789abcdefghijklmnopqrstuvwxyz"[left % 36];
  }
  return 0;
}

int mkostemps(char *template, int suffix, int flags) {
  for (;;) {
    if (fill_in(template, suffix)) return -1;
    int fd = open(template, (flags & ~O_ACCMODE) | O_RDWR | O_CREAT | O_EXCL, 0600);
    if (fd >= 0 || errno != EEXIST) return fd;
    memcpy(template + strlen(template) - suffix - 6, "XXXXXX", 6);
  }
}

int mkstemp(char *template) { return mkostemps(template, 0, 0); }
int mkostemp(char *template, int flags) { return mkostemps(template, 0, flags); }
int mkstemps(char *template, int suffix) { return mkostemps(template, suffix, 0); }
int mkstemp64(char *template) { return mkstemp(template); }
int mkostemp64(char *template, int flags) { return mkostemp(template, flags); }
int mkstemps64(char *template, int suffix) { return mkstemps(template, suffix); }
int mkostemps64(char *template, int suffix, int flags) { return mkostemps(template, suffix, flags); }

char *mkdtemp(char *template) {
  for (;;) {
    if (fill_in(template, 0)) return NULL;
    if (!mkdir(template, 0700)) return template;
    if (errno != EEXIST) return NULL;
    memcpy(template + strlen(template) - 6, "XXXXXX", 6);
  }
}

char *mktemp(char *template) {
  if (fill_in(template, 0)) *template = 0;
  return template;
}

char *tmpnam(char *out) {
  static char own[L_tmpnam];
  if (!out) out = own;
  memcpy(out, "/tmp/fileXXXXXX", sizeof "/tmp/fileXXXXXX");
  fill_in(out, 0);
  return out;
}

char *tmpnam_r(char *out) { return out ? tmpnam(out) : NULL; }

char *tempnam(const char *directory, const char *prefix) {
  char *out = NULL;
  if (!directory || access(directory, W_OK)) directory = "/tmp";
  size_t n = strlen(directory), m = prefix ? strnlen(prefix, 5) : 4;
  out = malloc(n + m + 8);
  if (!out) return NULL;
  memcpy(out, directory, n);
  out[n] = '/';
  memcpy(out + n + 1, prefix ? prefix : "file", m);
  memcpy(out + n + 1 + m, "XXXXXX", 7);
  fill_in(out, 0);
  return out;
}

FILE *tmpfile(void) {
  struct inode *inode = __bowline_inode(S_IFREG | 0600);
  int fd = inode ? __bowline_open_inode(inode, O_RDWR) : -1;
  if (fd >= 0) return __bowline_stream(fd, NULL, O_RDWR);
  if (inode) __bowline_release(inode);
  return NULL;
}

FILE *tmpfile64(void) { return tmpfile(); }
