/*
 * Preloaded into a command: the disk is full after FULL_DISK_AFTER requests for space (bytes written to files, new files, new
 * directories), and stays so. The request that fills it is met by half. Without the variable the requests are counted, in the file that
 * FULL_DISK_COUNT names. Processes that the command starts are spared.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_long requests;
static long full_after = -1;
static const char *count_file;

__attribute__((constructor)) static void begin(void) {
  const char *after = getenv("FULL_DISK_AFTER");
  if (after) full_after = atol(after);
  count_file = getenv("FULL_DISK_COUNT");
  unsetenv("LD_PRELOAD");
}

__attribute__((destructor)) static void end(void) {
  FILE *file = count_file ? fopen(count_file, "w") : NULL;
  if (!file) return;
  fprintf(file, "%ld\n", (long)requests);
  fclose(file);
}

/* The command may leave without running destructors. */
void _exit(int status) {
  end();
  syscall(SYS_exit_group, status);
  __builtin_unreachable();
}

/* How far the request is beyond what fits: 0, and below, if it is not. */
static long beyond(void) {
  long number = ++requests;
  return full_after < 0 ? -1 : number - full_after;
}

ssize_t write(int fd, const void *bytes, size_t count) {
  static ssize_t (*real)(int, const void *, size_t);
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, "write");
  struct stat status;
  if (fstat(fd, &status) || !S_ISREG(status.st_mode)) return real(fd, bytes, count);
  long over = beyond();
  if (over == 1 && count > 1) return real(fd, bytes, count / 2);
  if (over < 1) return real(fd, bytes, count);
  errno = ENOSPC;
  return -1;
}

#define OPEN(name)                                                           \
  int name(const char *path, int flags, ...) {                               \
    static int (*real)(const char *, int, ...);                              \
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, #name);                    \
    va_list list;                                                            \
    va_start(list, flags);                                                   \
    int mode = va_arg(list, int);                                            \
    va_end(list);                                                            \
    if (flags & O_CREAT && access(path, F_OK) && beyond() > 0) {             \
      errno = ENOSPC;                                                        \
      return -1;                                                             \
    }                                                                        \
    return real(path, flags, mode);                                          \
  }
OPEN(open)
OPEN(open64)

int mkdir(const char *path, mode_t mode) {
  static int (*real)(const char *, mode_t);
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, "mkdir");
  if (beyond() < 1) return real(path, mode);
  errno = ENOSPC;
  return -1;
}
