/* The working directory, and paths without links and dots. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files.h"

static int enter(struct inode *inode) {
  if (!inode) return -1;
  if (!S_ISDIR(inode->mode) || (inode->refused & 1)) {
    errno = S_ISDIR(inode->mode) ? EACCES : ENOTDIR;
    return -1;
  }
  __bowline_working_directory = inode;
  return 0;
}

int chdir(const char *path) { return enter(__bowline_existing(AT_FDCWD, path, FOLLOW)); }

int fchdir(int fd) {
  struct description *open = __bowline_described(fd);
  __bowline_root();
  return open ? enter(open->inode) : -1;
}

static const char *name_in(const struct inode *parent, const struct inode *inode) {
  for (struct entry *entry = parent->entries; entry; entry = entry->next) {
    if (entry->inode == inode) return entry->name;
  }
  return NULL;
}

/* The path of a directory, written from its end; returns the start, or NULL if the directory was removed. */
static char *path_of(const struct inode *inode, char text[LONGEST_PATH]) {
  char *start = text + LONGEST_PATH - 1;
  *start = 0;
  if (inode->parent == inode) *--start = '/';
  for (; inode->parent != inode; inode = inode->parent) {
    const char *name = inode->links ? name_in(inode->parent, inode) : NULL;
    size_t n = name ? strlen(name) : 0;
    if (!name || n + 1 > (size_t)(start - text)) {
      errno = name ? ENAMETOOLONG : ENOENT;
      return NULL;
    }
    start -= n;
    memcpy(start, name, n);
    *--start = '/';
  }
  return start;
}

char *getcwd(char *out, size_t room) {
  char text[LONGEST_PATH];
  __bowline_root();
  char *path = path_of(__bowline_working_directory, text);
  if (!path) return NULL;
  size_t n = strlen(path) + 1;
  if (out && room == 0) {
    errno = EINVAL;
    return NULL;
  }
  if ((out || room) && n > room) {
    errno = ERANGE;
    return NULL;
  }
  if (!out) out = malloc(room ? room : n);
  return out ? memcpy(out, path, n) : NULL;
}

char *__getcwd_chk(char *out, size_t room, size_t size) {
  (void)size;
  return getcwd(out, room);
}

char *get_current_dir_name(void) { return getcwd(NULL, 0); }

char *realpath(const char *restrict path, char *restrict out) {
  if (!path) {
    errno = EINVAL;
    return NULL;
  }
  struct place place;
  if (__bowline_find(AT_FDCWD, path, FOLLOW, &place)) return NULL;
  int is_directory = place.inode && S_ISDIR(place.inode->mode);
  if (!place.inode || (place.wants_directory && !is_directory)) {
    errno = place.inode ? ENOTDIR : ENOENT;
    return NULL;
  }
  char text[LONGEST_PATH];
  char *parent = path_of(is_directory ? place.inode : place.parent, text);
  if (!parent) return NULL;
  size_t n = strlen(parent), m = is_directory ? 0 : strlen(place.name);
  if (n + m + 2 > PATH_MAX) {
    errno = ENAMETOOLONG;
    return NULL;
  }
  if (!out) out = malloc(n + m + 2);
  if (!out) return NULL;
  memcpy(out, parent, n + 1);
  if (is_directory) return out;
  if (n > 1) out[n++] = '/';
  memcpy(out + n, place.name, m + 1);
  return out;
}

char *__realpath_chk(const char *restrict path, char *restrict out, size_t size) {
  (void)size;
  return realpath(path, out);
}

char *canonicalize_file_name(const char *path) { return realpath(path, NULL); }
