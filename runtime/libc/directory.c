/* The names in directories: the model's entries first, then those of the real directory below. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "files.h"

static struct entry *find(struct inode *directory, const char *name) {
  struct entry *entry = directory->entries;
  while (entry && strcmp(entry->name, name)) entry = entry->next;
  return entry;
}

static struct entry *add(struct inode *directory, const char *name, struct inode *inode) {
  struct entry *entry = malloc(sizeof *entry);
  char *copy = strdup(name);
  if (!entry || !copy) {
    free(entry);
    free(copy);
    errno = ENOSPC;
    return NULL;
  }
  *entry = (struct entry){directory->entries, inode, copy};
  directory->entries = entry;
  return entry;
}

/* The real path of a name; empty if it is too long to be one. */
static void host_path(const struct inode *directory, const char *name, char out[LONGEST_PATH]) {
  size_t n = strlen(directory->host), m = strlen(name);
  out[0] = 0;
  if (n + m + 2 > LONGEST_PATH) return;
  memcpy(out, directory->host, n);
  if (n > 1) out[n++] = '/';
  memcpy(out + n, name, m + 1);
}

/* An inode for a real file that has not been looked at yet. */
static struct inode *adopt(struct inode *directory, const char *name) {
  char path[LONGEST_PATH];
  struct host_status status;
  host_path(directory, name, path);
  if (__bowline_host_status(path, &status) < 0) return NULL;
  struct inode *inode = __bowline_inode((mode_t)status.mode);
  if (!inode) return NULL;
  inode->number = status.number;
  inode->refused = (unsigned)status.refused;
  inode->modified = status.modified;
  inode->size = S_ISDIR(inode->mode) ? 0 : status.size;
  inode->host = strdup(path);
  inode->parent = directory;
  inode->links = 1;
  if (!inode->host || !add(directory, name, inode)) return NULL;
  return inode;
}

struct inode *__bowline_lookup(struct inode *directory, const char *name) {
  struct entry *entry = find(directory, name);
  if (entry) return entry->inode;
  return directory->host ? adopt(directory, name) : NULL;
}

static void drop(struct inode *inode) {
  inode->links--;
  __bowline_release(inode);
}

int __bowline_enter(struct inode *directory, const char *name, struct inode *inode) {
  struct entry *entry = find(directory, name);
  inode->links++;
  if (S_ISDIR(inode->mode)) inode->parent = directory;
  if (!entry) {
    if (add(directory, name, inode)) return 0;
    inode->links--;
    return -1;
  }
  struct inode *old = entry->inode;
  entry->inode = inode;
  if (old) drop(old);
  return 0;
}

void __bowline_remove(struct inode *directory, const char *name) {
  struct entry **link = &directory->entries;
  while (strcmp((*link)->name, name)) link = &(*link)->next;
  struct entry *entry = *link;
  struct inode *inode = entry->inode;
  entry->inode = NULL;
  if (!directory->host) {
    *link = entry->next;
    free(entry->name);
    free(entry);
  }
  drop(inode);
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* The real names, one after the other; the end is an empty one. NULL if there are none. */
static char *real_names(struct inode *directory) {
  if (!directory->host) return NULL;
  long n = __bowline_host_list(directory->host, NULL, 0);
  char *names = n > 0 ? calloc(1, (size_t)n + 1) : NULL;
  if (names) __bowline_host_list(directory->host, names, (size_t)n);
  return names;
}

ssize_t __bowline_names(struct inode *directory, char ***out) {
  char *real = real_names(directory);
  size_t most = 0, count = 0;
  for (struct entry *entry = directory->entries; entry; entry = entry->next) most++;
  for (const char *name = real; name && *name; name += strlen(name) + 1) most++;
  char **names = malloc((most + 1) * sizeof *names);
  for (struct entry *entry = directory->entries; names && entry; entry = entry->next) {
    if (entry->inode) names[count++] = strdup(entry->name);
  }
  for (const char *name = real; names && name && *name; name += strlen(name) + 1) {
    if (!find(directory, name)) names[count++] = strdup(name);
  }
  free(real);
  if (!names) {
    errno = ENOMEM;
    return -1;
  }
  qsort(names, count, sizeof *names, by_name);
  *out = names;
  return (ssize_t)count;
}
