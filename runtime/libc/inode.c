/* Inodes and the bytes in them. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files.h"
#include "internal.h"

/* Larger files do not fit the model. */
static const size_t LARGEST = (size_t)1 << 27;

struct inode *__bowline_inode(mode_t mode) {
  static ino_t numbers = 1000;
  struct inode *inode = calloc(1, sizeof *inode);
  if (!inode) {
    errno = ENOSPC;
    return NULL;
  }
  inode->number = ++numbers;
  inode->mode = mode;
  inode->modified = __bowline_clock();
  return inode;
}

void __bowline_release(struct inode *inode) {
  if (inode->links || inode->openings) return;
  if (!inode->borrowed) free(inode->bytes);
  free(inode->host);
  free(inode);
}

/* Brings the bytes of a real file in. */
static int load(struct inode *inode) {
  char *host = inode->host;
  if (!host || S_ISDIR(inode->mode)) return 0;
  char *bytes = inode->size <= LARGEST ? calloc(1, inode->size + 1) : NULL;
  if (!bytes) __bowline_unsupported("a real file larger than 128 MiB");
  long n = __bowline_host_read(host, bytes, inode->size);
  if (n < 0) {
    free(bytes);
    errno = (int)-n;
    return -1;
  }
  inode->bytes = bytes;
  inode->size = (size_t)n;
  inode->room = (size_t)n + 1;
  inode->host = NULL;
  free(host);
  return 0;
}

int __bowline_own(struct inode *inode, size_t room) {
  if (load(inode)) return -1;
  room = __bowline_most(room);
  if (!inode->borrowed && room <= inode->room) return 0;
  if (inode->pinned) __bowline_unsupported("growing a file that is mapped");
  if (room > LARGEST) __bowline_unsupported("a file larger than 128 MiB");
  /* Some more than asked for, so that a file written bit by bit is not copied every time. What is there is kept. */
  size_t wanted = 2 * (room > inode->room ? room : inode->room) + 64;
  char *own = calloc(1, wanted);
  if (!own) {
    errno = ENOSPC;
    return -1;
  }
  memcpy(own, inode->bytes, inode->size);
  if (!inode->borrowed) free(inode->bytes);
  inode->borrowed = 0;
  inode->bytes = own;
  inode->room = wanted;
  return 0;
}

int __bowline_resize(struct inode *inode, size_t size) {
  /* What is cut off is not worth loading or copying. */
  if (size == 0 && !inode->pinned) {
    if (!inode->borrowed) free(inode->bytes);
    free(inode->host);
    inode->bytes = inode->host = NULL;
    inode->size = inode->room = 0;
    inode->borrowed = 0;
    return 0;
  }
  if (__bowline_own(inode, size)) return -1;
  if (size < inode->size) memset(inode->bytes + size, 0, inode->size - size);
  inode->size = size;
  return 0;
}

static ssize_t read_file(struct description *open, char *bytes, size_t n) {
  struct inode *inode = open->inode;
  if (S_ISDIR(inode->mode)) {
    errno = EISDIR;
    return -1;
  }
  if (load(inode)) return -1;
  size_t size = inode->size, at = (size_t)open->offset;
  at = at < size ? at : size;
  n = n < size - at ? n : size - at;
  memcpy(bytes, inode->bytes + at, n);
  open->offset += (off_t)n;
  return (ssize_t)n;
}

static ssize_t write_file(struct description *open, const char *bytes, size_t n) {
  struct inode *inode = open->inode;
  if (load(inode)) return -1;
  if (klee_is_symbolic(n)) klee_check_memory_access(bytes, n);
  size_t at = open->flags & O_APPEND ? inode->size : (size_t)open->offset, end = at + n;
  if (__bowline_own(inode, end)) return -1;
  memcpy(inode->bytes + at, bytes, n);
  /* Writing nothing changes nothing, wherever that is. */
  int grows = (n != 0) & (end > inode->size);
  inode->size = grows ? end : inode->size;
  inode->modified = __bowline_clock();
  open->offset = n != 0 ? (off_t)end : open->offset;
  return (ssize_t)n;
}

static off_t seek_file(struct description *open, off_t offset, int whence) {
  struct inode *inode = open->inode;
  off_t size = (off_t)inode->size, result;
  switch (whence) {
    case SEEK_SET: result = offset; break;
    case SEEK_CUR: result = open->offset + offset; break;
    case SEEK_END: result = size + offset; break;
    case SEEK_DATA:
    case SEEK_HOLE:
      if (offset < 0 || offset >= size) {
        errno = ENXIO;
        return -1;
      }
      result = whence == SEEK_DATA ? offset : size;
      break;
    default: errno = EINVAL; return -1;
  }
  if (result < 0) {
    errno = EINVAL;
    return -1;
  }
  open->offset = result;
  return result;
}

static void close_file(struct description *open) {
  open->inode->openings--;
  __bowline_release(open->inode);
}

const struct operations __bowline_file_operations = {read_file, write_file, seek_file, close_file};
