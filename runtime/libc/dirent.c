/* Reading directories. The names are those at the time of opendir or rewinddir, in order. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files.h"

struct __dirstream {
  int fd;
  ssize_t count, next;
  char **names;
  struct dirent entry;
};

static int list(DIR *stream, struct inode *directory) {
  stream->next = 0;
  stream->count = __bowline_names(directory, &stream->names);
  return stream->count < 0 ? -1 : 0;
}

static void forget(DIR *stream) {
  for (ssize_t i = 0; i < stream->count; i++) free(stream->names[i]);
  free(stream->names);
}

DIR *fdopendir(int fd) {
  struct description *open = __bowline_described(fd);
  if (!open) return NULL;
  if (!S_ISDIR(open->inode->mode)) {
    errno = ENOTDIR;
    return NULL;
  }
  DIR *stream = calloc(1, sizeof *stream);
  if (!stream) return NULL;
  stream->fd = fd;
  if (!list(stream, open->inode)) return stream;
  free(stream);
  return NULL;
}

DIR *opendir(const char *path) {
  int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *stream = fd < 0 ? NULL : fdopendir(fd);
  if (!stream && fd >= 0) close(fd);
  return stream;
}

static unsigned char kind(mode_t mode) { return (mode & S_IFMT) >> 12; }

/* The first two names are the directory itself and the one above. */
struct dirent *readdir(DIR *stream) {
  struct inode *directory = __bowline_descriptors[stream->fd]->inode, *inode = NULL;
  const char *name = NULL;
  while (!inode) {
    if (stream->next == stream->count + 2) return NULL;
    ssize_t at = stream->next++;
    name = at == 0 ? "." : at == 1 ? ".." : stream->names[at - 2];
    inode = at == 0 ? directory : at == 1 ? directory->parent : __bowline_lookup(directory, name);
  }
  stream->entry.d_ino = inode->number;
  stream->entry.d_off = stream->next;
  stream->entry.d_reclen = sizeof stream->entry;
  stream->entry.d_type = kind(inode->mode);
  strcpy(stream->entry.d_name, name);
  return &stream->entry;
}

struct dirent64 *readdir64(DIR *stream) { return (struct dirent64 *)readdir(stream); }

int readdir_r(DIR *restrict stream, struct dirent *restrict out, struct dirent **restrict result) {
  struct dirent *entry = readdir(stream);
  *result = entry ? out : NULL;
  if (entry) *out = *entry;
  return 0;
}

int closedir(DIR *stream) {
  if (!stream) {
    errno = EINVAL;
    return -1;
  }
  int fd = stream->fd;
  forget(stream);
  free(stream);
  return close(fd);
}

void rewinddir(DIR *stream) {
  forget(stream);
  if (list(stream, __bowline_descriptors[stream->fd]->inode)) stream->count = 0;
}

long telldir(DIR *stream) { return stream->next; }
void seekdir(DIR *stream, long position) { stream->next = position; }
int dirfd(DIR *stream) { return stream->fd; }

int alphasort(const struct dirent **a, const struct dirent **b) { return strcoll((*a)->d_name, (*b)->d_name); }
int alphasort64(const struct dirent64 **a, const struct dirent64 **b) { return strcoll((*a)->d_name, (*b)->d_name); }

static struct dirent *copy(const struct dirent *entry) {
  struct dirent *made = malloc(sizeof *made);
  if (made) *made = *entry;
  return made;
}

int scandir(const char *restrict path, struct dirent ***restrict out, int (*wanted)(const struct dirent *),
            int (*order)(const struct dirent **, const struct dirent **)) {
  DIR *stream = opendir(path);
  if (!stream) return -1;
  struct dirent **found = malloc((size_t)(stream->count + 2) * sizeof *found), *entry;
  int count = 0;
  while (found && (entry = readdir(stream))) {
    if (!wanted || wanted(entry)) found[count++] = copy(entry);
  }
  closedir(stream);
  if (!found) return -1;
  if (order) qsort(found, (size_t)count, sizeof *found, (int (*)(const void *, const void *))order);
  *out = found;
  return count;
}

int scandir64(const char *restrict path, struct dirent64 ***restrict out, int (*wanted)(const struct dirent64 *),
              int (*order)(const struct dirent64 **, const struct dirent64 **)) {
  return scandir(path, (struct dirent ***)out, (int (*)(const struct dirent *))wanted,
                 (int (*)(const struct dirent **, const struct dirent **))order);
}
