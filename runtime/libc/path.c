/*
 * From paths to inodes.
 *
 * A path with unknown bytes is compared as a whole with the paths the model knows: the files of unknown contents, those the
 * program made, and a few that always exist. That costs one fork per known path. What
 * is equal to none of them is taken as the name of a file that does not exist in the working directory; the real file
 * system is not searched for it, which the executor counts as lost.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "files.h"

enum { MOST_LINKS = 40 };

struct known {
  struct known *next;
  char *path;
};

static struct known *known_paths;

void __bowline_know(const char *path) {
  for (struct known *known = known_paths; known; known = known->next) {
    if (!strcmp(known->path, path)) return;
  }
  struct known *known = malloc(sizeof *known);
  char *copy = strdup(path);
  if (!known || !copy) return;
  *known = (struct known){known_paths, copy};
  known_paths = known;
}

/* The known path that an unknown one is equal to on this path of execution, or NULL. */
static const char *matching(const char *path) {
  static const char *const always[] = {".", "/", "..", "/tmp", "/dev/null"};
  for (struct known *known = known_paths; known; known = known->next) {
    if (__bowline_same_text(path, known->path)) return known->path;
  }
  for (size_t i = 0; i < sizeof always / sizeof *always; i++) {
    if (__bowline_same_text(path, always[i])) return always[i];
  }
  return NULL;
}

static int fail(int error) {
  errno = error;
  return -1;
}

/* Puts the target of a link in front of what is left of the path. */
static int follow_link(char text[LONGEST_PATH], const char *rest, struct inode *link) {
  char target[LONGEST_PATH];
  struct description once = {&__bowline_file_operations, link, 0, O_RDONLY, 1};
  ssize_t n = __bowline_read(&once, target, sizeof target - 1);
  size_t m = strlen(rest) + 1;
  if (n < 0) return -1;
  if ((size_t)n + m > LONGEST_PATH) return fail(ENAMETOOLONG);
  memmove(text + n, rest, m);
  memcpy(text, target, (size_t)n);
  return 0;
}

/* The directory a relative path starts at. */
static struct inode *beginning(int directory, const char *path) {
  struct inode *root = __bowline_root();
  if (*path == '/') return root;
  if (directory == AT_FDCWD) return __bowline_working_directory;
  struct description *open = __bowline_described(directory);
  if (!open) return NULL;
  if (S_ISDIR(open->inode->mode)) return open->inode;
  errno = ENOTDIR;
  return NULL;
}

/* `text` is the path, and changes where links are followed. */
static int walk(struct inode *at, char text[LONGEST_PATH], int how, struct place *out) {
  int links = 0;
  char *rest = text;
  *out = (struct place){.parent = at, .inode = at, .name = "."};
  for (;;) {
    while (*rest == '/') rest++;
    if (!*rest) return 0;
    char *end = strchrnul(rest, '/');
    size_t n = (size_t)(end - rest);
    if (n > LONGEST_NAME) return fail(ENAMETOOLONG);
    if (!S_ISDIR(at->mode)) return fail(ENOTDIR);
    if (at->refused & 1) return fail(EACCES);
    memcpy(out->name, rest, n);
    out->name[n] = 0;
    out->parent = at;
    out->wants_directory = *end == '/';
    const char *name = out->name;
    struct inode *next = !strcmp(name, ".") ? at : !strcmp(name, "..") ? at->parent : __bowline_lookup(at, name);
    const char *more = end;
    while (*more == '/') more++;
    out->inode = next;
    if (!next) return *more ? fail(ENOENT) : 0;
    if (S_ISLNK(next->mode) && (*more || (*end ? !(how & SLASH_STOPS) : how & FOLLOW))) {
      if (++links > MOST_LINKS) return fail(ELOOP);
      if (follow_link(text, end, next)) return -1;
      rest = text;
      if (*text == '/') at = __bowline_root();
      out->parent = out->inode = at;
      memcpy(out->name, ".", 2);
      continue;
    }
    at = next;
    rest = end;
  }
}

int __bowline_find(int directory, const char *path, int how, struct place *out) {
  /* The kernel looks at what it is given, and does not crash. */
  if (!path) return fail(EFAULT);
  if (!__bowline_is_known_text(path)) {
    const char *known = matching(path);
    if (!known) {
      struct host_status status;
      __bowline_host_status(path, &status);
      return fail(ENOENT);
    }
    path = known;
  }
  struct inode *at = beginning(directory, path);
  if (!at) return -1;
  char text[LONGEST_PATH];
  size_t n = strlen(path) + 1;
  if (n == 1) return fail(ENOENT);
  if (n > LONGEST_PATH) return fail(ENAMETOOLONG);
  memcpy(text, path, n);
  return walk(at, text, how, out);
}

struct inode *__bowline_existing(int directory, const char *path, int how) {
  struct place place;
  if (__bowline_find(directory, path, how, &place)) return NULL;
  if (place.inode && (!place.wants_directory || S_ISDIR(place.inode->mode))) return place.inode;
  errno = place.inode ? ENOTDIR : ENOENT;
  return NULL;
}
