/*
 * Files and directories: random calls on the real file system and on the model, which starts with the same real files but in another
 * directory, and must give the same results, errors and contents.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compare.h"

OURS(open); OURS(close); OURS(read); OURS(write); OURS(lseek); OURS(pread); OURS(pwrite); OURS(ftruncate); OURS(truncate); OURS(stat);
OURS(lstat); OURS(fstat); OURS(access); OURS(mkdir); OURS(rmdir); OURS(unlink); OURS(remove); OURS(rename); OURS(link); OURS(symlink);
OURS(readlink); OURS(dup); OURS(fcntl); OURS(opendir); OURS(readdir); OURS(closedir); OURS(chdir); OURS(getcwd); OURS(realpath);
OURS(chmod); OURS(fsync); OURS(isatty);

enum { PLACE = 128 };
static char real_place[PLACE], our_place[PLACE];
/* How much of both names is different. */
static size_t own_part;

static const char *some_path(void) {
  static const char *const paths[] = {"a",    "b",   "d",      "d/a",   "d/b",   "d/d",  "l",     "a/",          "./b",     "d/../a", "missing/z", "",
                                      "host", "sub", "sub/in", "sub/x", "l/a",   "d/l",  "d/",    "..//",        ".",       "d/.",    "hostlink",  "a/b",
                                      "b/.",  "m",   "d/m",    "sub/",  "m/sub", "m/in", "d/a/c", "hostlink/in", "subl/in", "d/..",   "loop",      "dangling"};
  return paths[below(sizeof paths / sizeof *paths)];
}

/* One call on both sides. */
#define BOTH(what, call_real, call_ours, ...)                                                                                        \
  do {                                                                                                                               \
    errno = 0, *ours_errno() = 0;                                                                                                    \
    long real_result = (long)(call_real);                                                                                            \
    int real_error = real_result < 0 ? errno : 0;                                                                                    \
    long our_result = (long)(call_ours);                                                                                             \
    int our_error = our_result < 0 ? *ours_errno() : 0;                                                                              \
    check(real_result == our_result && real_error == our_error, what ": %ld (errno %d), ours %ld (errno %d)", __VA_ARGS__,           \
          real_result, real_error, our_result, our_error);                                                                           \
  } while (0)

enum { MOST_OPEN = 6 };
static struct {
  int real, ours;
} opened[MOST_OPEN];

static int same_status(const struct stat *a, const struct stat *b) {
  int is_directory = S_ISDIR(a->st_mode);
  return a->st_mode == b->st_mode && (is_directory || (a->st_size == b->st_size && a->st_nlink == b->st_nlink));
}

static void check_status(const char *path) {
  struct stat a, b;
  int real_result = stat(path, &a), real_error = errno, our_result = bl_stat(path, &b), our_error = *ours_errno();
  check(real_result == our_result && (real_result ? real_error == our_error : same_status(&a, &b)), "stat %s: %d (%d), ours %d (%d)", path,
        real_result, real_error, our_result, our_error);
  real_result = lstat(path, &a), real_error = errno, our_result = bl_lstat(path, &b), our_error = *ours_errno();
  check(real_result == our_result && (real_result ? real_error == our_error : same_status(&a, &b)), "lstat %s: %d (%d), ours %d (%d)", path,
        real_result, real_error, our_result, our_error);
}

static int by_name(const void *a, const void *b) { return strcmp(a, b); }

static void check_directory(const char *path) {
  static char real_names[256][32], our_names[256][32];
  memset(real_names, 0, sizeof real_names), memset(our_names, 0, sizeof our_names);
  DIR *real = opendir(path), *ours = bl_opendir(path);
  check(!real == !ours, "opendir %s: %p, ours %p (errno %d)", path, (void *)real, (void *)ours, *ours_errno());
  if (real && ours) {
    struct dirent *entry;
    unsigned n = 0, m = 0;
    while ((entry = readdir(real))) strcpy(real_names[n++], entry->d_name);
    while ((entry = bl_readdir(ours))) strcpy(our_names[m++], entry->d_name);
    qsort(real_names, n, sizeof *real_names, by_name);
    qsort(our_names, m, sizeof *our_names, by_name);
    check(n == m && !memcmp(real_names, our_names, sizeof our_names), "readdir %s: %u names, ours %u", path, n, m);
  }
  if (real) closedir(real);
  if (ours) bl_closedir(ours);
}

static void open_something(unsigned slot) {
  static const int some_flags[] = {O_CREAT, O_TRUNC, O_EXCL, O_APPEND, O_DIRECTORY, O_NOFOLLOW, O_CLOEXEC};
  const char *path = some_path();
  int flags = (int)below(3);
  for (unsigned i = 0; i < sizeof some_flags / sizeof *some_flags; i++) flags |= below(i == 0 ? 2 : 5) ? 0 : some_flags[i];
  /* Making a directory with open is not defined. */
  if ((flags & O_CREAT) && (flags & O_DIRECTORY)) flags &= ~O_DIRECTORY;
  errno = 0, *ours_errno() = 0;
  int real = open(path, flags, 0644), error = errno, ours = bl_open(path, flags, 0644);
  check((real < 0) == (ours < 0) && error == *ours_errno(), "open %s %#o: %d (errno %d), ours %d (errno %d)", path, flags, real, error, ours,
        *ours_errno());
  if (real >= 0 && ours >= 0) opened[slot].real = real, opened[slot].ours = ours;
  else if (real >= 0) close(real);
  else if (ours >= 0) bl_close(ours);
}

static void use(unsigned slot) {
  int real = opened[slot].real, ours = opened[slot].ours;
  char a[40] = {0}, b[40] = {0};
  size_t n = below(sizeof a);
  off_t offset = (off_t)below(60) - 10;
  int whence = (int)below(4);
  struct stat x, y;
  switch (below(9)) {
    case 0:
    case 1:
      BOTH("read %zu", read(real, a, n), bl_read(ours, b, n), n);
      check(!memcmp(a, b, sizeof a), "read %zu: different bytes", n);
      break;
    case 2:
    case 3:
      for (size_t i = 0; i < n; i++) a[i] = (char)below(256);
      BOTH("write %zu", write(real, a, n), bl_write(ours, a, n), n);
      break;
    case 4:
      fstat(real, &x);
      /* Positions in directories are the file system's own affair. */
      if (S_ISDIR(x.st_mode)) break;
      if (whence == 3) whence = 77;
      BOTH("lseek %ld %d", lseek(real, offset, whence), bl_lseek(ours, offset, whence), (long)offset, whence);
      break;
    case 5:
      BOTH("pread %zu %ld", pread(real, a, n, offset), bl_pread(ours, b, n, offset), n, (long)offset);
      check(!memcmp(a, b, sizeof a), "pread %zu %ld: different bytes", n, (long)offset);
      break;
    case 6: BOTH("ftruncate %ld", ftruncate(real, offset), bl_ftruncate(ours, offset), (long)offset); break;
    case 7:
      BOTH("F_GETFL %d", fcntl(real, F_GETFL) & ~(O_LARGEFILE | 0100000 | O_NOFOLLOW | O_DIRECTORY), bl_fcntl(ours, F_GETFL), real);
      BOTH("isatty %d", isatty(real), bl_isatty(ours), real);
      BOTH("fsync %d", fsync(real), bl_fsync(ours), real);
      break;
    default:
      fstat(real, &x), bl_fstat(ours, &y);
      check(same_status(&x, &y), "fstat: mode %o, ours %o; size %ld, ours %ld", x.st_mode, y.st_mode, (long)x.st_size, (long)y.st_size);
  }
}

static void close_slot(unsigned slot) {
  if (opened[slot].real < 0) return;
  BOTH("close %u", close(opened[slot].real), bl_close(opened[slot].ours), slot);
  opened[slot].real = opened[slot].ours = -1;
}

static void resolve(const char *path) {
  char a[4096], b[4096];
  char *real = realpath(path, a);
  int real_error = errno;
  char *ours = bl_realpath(path, b);
  check(!real == !ours && (real || real_error == *ours_errno()), "realpath %s: %s (%d), ours %s (%d)", path, real ? real : "NULL", real_error,
        ours ? ours : "NULL", *ours_errno());
  if (!real || !ours) return;
  size_t n = strncmp(real, real_place, own_part) ? 0 : own_part;
  check(!strcmp(real + n, ours + n), "realpath %s: %s, ours %s", path, real, ours);
}

static void name_something(void) {
  const char *path = some_path(), *other = some_path();
  char a[32] = {0}, b[32] = {0};
  switch (below(14)) {
    case 0: BOTH("mkdir %s", mkdir(path, 0755), bl_mkdir(path, 0755), path); break;
    case 1: BOTH("rmdir %s", rmdir(path), bl_rmdir(path), path); break;
    case 2: BOTH("unlink %s", unlink(path), bl_unlink(path), path); break;
    case 3: BOTH("remove %s", remove(path), bl_remove(path), path); break;
    case 4:
    case 5: BOTH("rename %s %s", rename(path, other), bl_rename(path, other), path, other); break;
    case 6: BOTH("link %s %s", link(path, other), bl_link(path, other), path, other); break;
    case 7: BOTH("symlink %s %s", symlink(path, other), bl_symlink(path, other), path, other); break;
    case 8:
      BOTH("readlink %s", readlink(path, a, sizeof a), bl_readlink(path, b, sizeof b), path);
      check(!memcmp(a, b, sizeof a), "readlink %s: %s, ours %s", path, a, b);
      break;
    case 9: BOTH("truncate %s", truncate(path, (off_t)strlen(other)), bl_truncate(path, (off_t)strlen(other)), path); break;
    case 10: BOTH("access %s", access(path, R_OK | W_OK), bl_access(path, R_OK | W_OK), path); break;
    case 11: check_directory(path); break;
    case 12: resolve(path); break;
    default: check_status(path);
  }
}

static void prepare(const char *place) {
  char path[2 * PLACE];
  snprintf(path, sizeof path, "%s/host", place);
  FILE *file = fopen(path, "w");
  fputs("the contents of a real file\n", file);
  fclose(file);
  snprintf(path, sizeof path, "%s/sub", place);
  mkdir(path, 0755);
  snprintf(path, sizeof path, "%s/sub/in", place);
  file = fopen(path, "w");
  fputs("inside", file);
  fclose(file);
  snprintf(path, sizeof path, "%s/hostlink", place);
  check(symlink("host", path) == 0, "cannot make a link");
  snprintf(path, sizeof path, "%s/subl", place);
  check(symlink("sub", path) == 0, "cannot make a link");
  snprintf(path, sizeof path, "%s/loop", place);
  check(symlink("loop", path) == 0, "cannot make a link");
  snprintf(path, sizeof path, "%s/dangling", place);
  check(symlink("d/new", path) == 0, "cannot make a link");
}

/* Far below a directory of its own: links to .. lead upwards, and what one side makes there must not be seen by the other. */
static void begin(char place[PLACE], const char *base, char side, unsigned round) {
  int n = snprintf(place, PLACE, "%s/%u%c", base, round, side);
  mkdir(place, 0755);
  own_part = (size_t)n;
  for (unsigned depth = 0; depth < 8; depth++) {
    n += snprintf(place + n, PLACE - (size_t)n, "/w");
    mkdir(place, 0755);
  }
}

void compare_files(void) {
  char base[] = "/tmp/bowline-compare-XXXXXX", before[4096], command[128], text[4096];
  check(mkdtemp(base) != NULL && getcwd(before, sizeof before) != NULL, "cannot make a directory to test in");
  for (unsigned round = 0; round < 60; round++) {
    begin(real_place, base, 'r', round), begin(our_place, base, 'o', round);
    prepare(real_place), prepare(our_place);
    check(chdir(real_place) == 0 && bl_chdir(our_place) == 0, "chdir");
    check(bl_getcwd(text, sizeof text) == text && !strcmp(text, our_place), "getcwd: %s", text);
    for (unsigned i = 0; i < MOST_OPEN; i++) opened[i].real = opened[i].ours = -1;
    for (unsigned step = 0; step < 400; step++) {
      unsigned slot = below(MOST_OPEN);
      if (below(3) == 0) name_something();
      else if (opened[slot].real < 0) open_something(slot);
      else if (below(8) == 0) close_slot(slot);
      else use(slot);
    }
    for (unsigned i = 0; i < MOST_OPEN; i++) close_slot(i);
    check_directory("."), check_directory("d"), check_directory("sub");
  }
  check(chdir(before) == 0 && bl_chdir(before) == 0, "chdir back");
  snprintf(command, sizeof command, "rm -rf %s", base);
  check(system(command) == 0, "cannot remove the test's directory");
}
