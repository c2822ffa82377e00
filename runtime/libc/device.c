/* Character devices: null, zero, full, random (the same bytes in every run), and the standard descriptors under a name. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"

static ssize_t read_device(struct description *open, char *bytes, size_t n) {
  static uint64_t state = UINT64_C(0x2545f4914f6cdd1d);
  switch (open->inode->device) {
    case DEVICE_NULL: return 0;
    case DEVICE_RANDOM:
      for (size_t i = 0; i < n; i++) {
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        bytes[i] = (char)(state >> 56);
      }
      return (ssize_t)n;
    default: memset(bytes, 0, n); return (ssize_t)n;
  }
}

static ssize_t write_device(struct description *open, const char *bytes, size_t n) {
  (void)bytes;
  if (open->inode->device != DEVICE_FULL || n == 0) return (ssize_t)n;
  errno = ENOSPC;
  return -1;
}

static off_t seek_device(struct description *open, off_t offset, int whence) {
  (void)open, (void)offset, (void)whence;
  return 0;
}

static void close_device(struct description *open) {
  open->inode->openings--;
  __bowline_release(open->inode);
}

static const struct operations device = {read_device, write_device, seek_device, close_device};

int __bowline_open_device(struct inode *inode, int flags) {
  int close_on_exec = flags & O_CLOEXEC;
  if (inode->device >= DEVICE_STANDARD) {
    struct description *same = __bowline_described((int)(inode->device - DEVICE_STANDARD));
    if (same) return __bowline_descriptor(same, 0, close_on_exec);
    errno = ENOENT;
    return -1;
  }
  if (inode->device == DEVICE_TERMINAL || inode->device == 0) {
    errno = ENXIO;
    return -1;
  }
  struct description *open = __bowline_describe(&device, inode, flags);
  int fd = open ? __bowline_descriptor(open, 0, close_on_exec) : -1;
  if (open && fd < 0) {
    inode->openings--;
    free(open);
  }
  return fd;
}
