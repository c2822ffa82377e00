/* Devices: disks, the kernel's log, terminals of others. Nothing is written, being able to is enough. */
#include "attack.h"
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>

/* What every program may have. */
static int is_harmless(const char *name) {
  const char *names[] = {"null", "zero", "full", "random", "urandom", "tty", "ptmx"};
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(name, names[i])) return 1;
  return 0;
}

static void open_all(const char *directory, int depth) {
  DIR *all = opendir(directory);
  if (!all) return;
  for (struct dirent *entry; (entry = readdir(all));) {
    char path[PATH_MAX];
    struct stat status;
    snprintf(path, sizeof path, "%s/%s", directory, entry->d_name);
    if (entry->d_name[0] == '.' || lstat(path, &status)) continue;
    if (S_ISDIR(status.st_mode) && depth < 2) open_all(path, depth + 1);
    if (!S_ISBLK(status.st_mode) && !S_ISCHR(status.st_mode)) continue;
    if (depth == 0 && is_harmless(entry->d_name)) continue;
    if (depth == 1 && !strcmp(path, "/dev/pts/ptmx")) continue;
    int file = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY);
    if (file < 0) continue;
    puts("TAMPERED");
    printf("%s can be written\n", path);
    close(file);
  }
  closedir(all);
}

static void attack(void) { open_all("/dev", 0); }
