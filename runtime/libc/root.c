/* Where the tree of names begins: /, /dev, /tmp, and the directory that the program starts in. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "files.h"

struct inode *__bowline_working_directory;

static struct inode *directory_in(struct inode *parent, const char *name, mode_t mode) {
  struct inode *made = __bowline_inode(S_IFDIR | mode);
  if (made) __bowline_enter(parent, name, made);
  return made;
}

/* A device is told from others by its number: see device.c. */
static void device_in(struct inode *parent, const char *name, unsigned device) {
  struct inode *made = __bowline_inode(S_IFCHR | 0666);
  if (!made) return;
  made->device = device;
  __bowline_enter(parent, name, made);
}

static void fill_devices(struct inode *root) {
  struct inode *devices = directory_in(root, "dev", 0755);
  if (!devices) return;
  static const struct {
    const char *name;
    unsigned device;
  } known[] = {
      {"null", DEVICE_NULL}, {"zero", DEVICE_ZERO}, {"full", DEVICE_FULL}, {"random", DEVICE_RANDOM}, {"urandom", DEVICE_RANDOM},
      {"tty", DEVICE_TERMINAL}, {"stdin", DEVICE_STANDARD}, {"stdout", DEVICE_STANDARD + 1}, {"stderr", DEVICE_STANDARD + 2},
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) device_in(devices, known[i].name, known[i].device);
}

/* Follows a real path that has no links, dots or double slashes in it. */
static struct inode *walk(struct inode *from, char *path) {
  struct inode *at = from;
  while (at && *path) {
    char *end = strchrnul(path + 1, '/'), saved = *end;
    *end = 0;
    at = path[1] ? __bowline_lookup(at, path + 1) : at;
    *end = saved;
    path = end;
  }
  return at;
}

struct inode *__bowline_root(void) {
  static struct inode *root;
  if (root) return root;
  struct host_status status;
  root = __bowline_inode(S_IFDIR | 0755);
  if (!root) abort();
  root->parent = root;
  root->links = 1;
  if (__bowline_host_status("/", &status) >= 0) {
    root->host = strdup("/");
    root->refused = (unsigned)status.refused;
  }
  fill_devices(root);
  if (!__bowline_lookup(root, "tmp")) directory_in(root, "tmp", 01777);
  char path[LONGEST_PATH];
  long n = __bowline_host_directory(path, sizeof path - 1);
  path[n > 0 ? n : 0] = 0;
  __bowline_working_directory = walk(root, path);
  if (!__bowline_working_directory) __bowline_working_directory = root;
  return root;
}
