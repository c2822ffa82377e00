/* Making and removing names. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files.h"

static int fail(int error) {
  errno = error;
  return -1;
}

static int is_dots(const char *name) { return !strcmp(name, ".") || !strcmp(name, ".."); }

/* The place of a name that must exist, for taking it away. */
static int existing(int directory, const char *path, struct place *out) {
  if (__bowline_find(directory, path, SLASH_STOPS, out)) return -1;
  if (!out->inode) return fail(ENOENT);
  if (out->wants_directory && !S_ISDIR(out->inode->mode)) return fail(ENOTDIR);
  return out->parent->refused & 2 ? fail(EACCES) : 0;
}

/* The place of a name that must not exist, for a new inode. */
static int vacant(int directory, const char *path, struct place *out) {
  if (__bowline_find(directory, path, SLASH_STOPS, out)) return -1;
  if (out->inode) return fail(EEXIST);
  return out->parent->refused & 2 ? fail(EACCES) : 0;
}

static int is_empty(struct inode *directory) {
  char **names;
  ssize_t n = __bowline_names(directory, &names);
  for (ssize_t i = 0; i < n; i++) free(names[i]);
  if (n >= 0) free(names);
  return n == 0;
}

static void free_entries(struct inode *directory) {
  while (directory->entries) {
    struct entry *entry = directory->entries;
    directory->entries = entry->next;
    free(entry->name);
    free(entry);
  }
}

static int enter_new(const char *path, struct place *place, struct inode *inode) {
  if (!inode || __bowline_enter(place->parent, place->name, inode)) return -1;
  __bowline_know(path);
  return 0;
}

int mkdirat(int directory, const char *path, mode_t mode) {
  struct place place;
  if (vacant(directory, path, &place)) return -1;
  return enter_new(path, &place, __bowline_inode(S_IFDIR | (mode & 01777 & ~__bowline_umask)));
}

int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }

static int remove_directory(struct place *place) {
  struct inode *inode = place->inode;
  if (!S_ISDIR(inode->mode)) return fail(ENOTDIR);
  if (!strcmp(place->name, ".")) return fail(inode == __bowline_root() ? EBUSY : EINVAL);
  if (!strcmp(place->name, "..") || !is_empty(inode)) return fail(ENOTEMPTY);
  free_entries(inode);
  /* It stays the working directory, without a name. */
  if (inode == __bowline_working_directory) inode->openings++;
  __bowline_remove(place->parent, place->name);
  return 0;
}

static int remove_file(struct place *place) {
  if (S_ISDIR(place->inode->mode)) return fail(EISDIR);
  __bowline_remove(place->parent, place->name);
  return 0;
}

int unlinkat(int directory, const char *path, int flags) {
  struct place place;
  if (existing(directory, path, &place)) return -1;
  return flags & AT_REMOVEDIR ? remove_directory(&place) : remove_file(&place);
}

int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }

int remove(const char *path) {
  struct place place;
  if (existing(AT_FDCWD, path, &place)) return -1;
  return S_ISDIR(place.inode->mode) ? remove_directory(&place) : remove_file(&place);
}

static int is_below(const struct inode *inode, const struct inode *above) {
  while (inode != above && inode->parent != inode) inode = inode->parent;
  return inode == above;
}

int renameat(int old_directory, const char *old, int new_directory, const char *new) {
  struct place from, to;
  if (__bowline_find(old_directory, old, SLASH_STOPS, &from) || __bowline_find(new_directory, new, SLASH_STOPS, &to)) return -1;
  struct inode *inode = from.inode, *replaced = to.inode;
  if (is_dots(from.name) || is_dots(to.name)) return fail(EBUSY);
  if (!inode) return fail(ENOENT);
  int is_directory = S_ISDIR(inode->mode);
  if (!is_directory && (from.wants_directory || to.wants_directory)) return fail(ENOTDIR);
  if ((from.parent->refused | to.parent->refused) & 2) return fail(EACCES);
  if (is_directory && is_below(to.parent, inode)) return fail(EINVAL);
  if (replaced == inode) return 0;
  if (replaced && S_ISDIR(replaced->mode)) {
    if (is_below(from.parent, replaced)) return fail(ENOTEMPTY);
    if (!is_directory) return fail(EISDIR);
    if (!is_empty(replaced)) return fail(ENOTEMPTY);
    free_entries(replaced);
  } else if (replaced && is_directory) {
    return fail(ENOTDIR);
  }
  if (__bowline_enter(to.parent, to.name, inode)) return -1;
  __bowline_remove(from.parent, from.name);
  __bowline_know(new);
  return 0;
}

int rename(const char *old, const char *new) { return renameat(AT_FDCWD, old, AT_FDCWD, new); }

int linkat(int old_directory, const char *old, int new_directory, const char *new, int flags) {
  struct inode *inode = __bowline_existing(old_directory, old, flags & AT_SYMLINK_FOLLOW ? FOLLOW : 0);
  struct place place;
  if (!inode || vacant(new_directory, new, &place)) return -1;
  if (place.wants_directory) return fail(ENOENT);
  if (S_ISDIR(inode->mode)) return fail(EPERM);
  return enter_new(new, &place, inode);
}

int link(const char *old, const char *new) { return linkat(AT_FDCWD, old, AT_FDCWD, new, 0); }

int symlinkat(const char *target, int directory, const char *path) {
  struct place place;
  size_t n = strlen(target);
  if (n == 0) return fail(ENOENT);
  if (n >= LONGEST_PATH) return fail(ENAMETOOLONG);
  if (vacant(directory, path, &place)) return -1;
  if (place.wants_directory) return fail(ENOENT);
  struct inode *inode = __bowline_inode(S_IFLNK | 0777);
  if (!inode || __bowline_own(inode, n)) return -1;
  memcpy(inode->bytes, target, n);
  inode->size = n;
  return enter_new(path, &place, inode);
}

int symlink(const char *target, const char *path) { return symlinkat(target, AT_FDCWD, path); }

ssize_t readlinkat(int directory, const char *restrict path, char *restrict out, size_t room) {
  struct inode *inode = __bowline_existing(directory, path, 0);
  if (!inode) return -1;
  if (room == 0 || !S_ISLNK(inode->mode)) return fail(EINVAL);
  struct description once = {&__bowline_file_operations, inode, 0, O_RDONLY, 1};
  return __bowline_read(&once, out, room);
}

ssize_t readlink(const char *restrict path, char *restrict out, size_t room) { return readlinkat(AT_FDCWD, path, out, room); }
ssize_t __readlink_chk(const char *restrict path, char *restrict out, size_t room, size_t size) {
  (void)size;
  return readlink(path, out, room);
}
