/* The executor's view of the real file system, and of texts with unknown bytes, as the native test provides them. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../libc/files.h"
#include "compare.h"

long bl___bowline_host_status(const char *path, struct host_status *out) {
  struct stat status;
  if (lstat(path, &status)) return -errno;
  *out = (struct host_status){status.st_mode, (uint64_t)status.st_size, status.st_ino, 0, status.st_mtim.tv_sec * INT64_C(1000000000)};
  return 0;
}

long bl___bowline_host_read(const char *path, char *bytes, size_t room) {
  ssize_t n = readlink(path, bytes, room);
  if (n >= 0) return n;
  int fd = open(path, O_RDONLY);
  if (fd < 0) return -errno;
  n = read(fd, bytes, room);
  close(fd);
  return n;
}

long bl___bowline_host_list(const char *path, char *bytes, size_t room) {
  struct dirent **found;
  int count = scandir(path, &found, NULL, alphasort);
  long total = 0;
  for (int i = 0; i < count; i++) {
    size_t n = strlen(found[i]->d_name) + 1;
    if (strcmp(found[i]->d_name, ".") && strcmp(found[i]->d_name, "..")) {
      if ((size_t)total + n <= room) memcpy(bytes + total, found[i]->d_name, n);
      total += (long)n;
    }
    free(found[i]);
  }
  if (count >= 0) free(found);
  return count < 0 ? -errno : total;
}

long bl___bowline_host_directory(char *bytes, size_t room) { return getcwd(bytes, room) ? (long)strlen(bytes) : -errno; }

int bl___bowline_is_known_text(const char *text) {
  (void)text;
  return 1;
}

int bl___bowline_same_text(const char *text, const char *known) { return !strcmp(text, known); }

size_t bl___bowline_most(size_t number) { return number; }
void bl_klee_check_memory_access(const void *memory, size_t size) { (void)memory, (void)size; }

/* Unknown contents are not part of this test. */
void *bl___bowline_allocate(size_t size, size_t most) {
  (void)most;
  return malloc(size);
}
void bl___bowline_unknown_text(char *at, size_t length, const char *name) { (void)at, (void)length, (void)name; }
void bl_bowline_symbolic(void *memory, size_t size, const char *name) { (void)memory, (void)size, (void)name; }
void bl_bowline_assume(int condition) { (void)condition; }
size_t bl_klee_get_obj_size(void *memory) {
  (void)memory;
  return 0;
}
