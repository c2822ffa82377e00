/* Streams that collect their output in memory that grows. The program's variables are right after every write. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "internal.h"
#include "stream.h"

struct growing {
  struct inode inode;
  char **bytes;
  size_t *size;
};

static int reserve(struct inode *inode, size_t room) {
  room = __bowline_most(room);
  if (room <= inode->room) return 0;
  size_t wanted = 2 * room + 64;
  char *grown = calloc(1, wanted);
  if (!grown) return -1;
  if (inode->bytes) memcpy(grown, inode->bytes, inode->size);
  free(inode->bytes);
  inode->bytes = grown;
  inode->room = wanted;
  return 0;
}

static void publish(struct description *open) {
  struct growing *growing = (struct growing *)open->inode;
  size_t at = (size_t)open->offset, size = growing->inode.size;
  *growing->bytes = growing->inode.bytes;
  *growing->size = at < size ? at : size;
}

static ssize_t read_none(struct description *open, char *bytes, size_t n) {
  (void)open, (void)bytes, (void)n;
  errno = EBADF;
  return -1;
}

static ssize_t write_growing(struct description *open, const char *bytes, size_t n) {
  struct inode *inode = open->inode;
  size_t at = (size_t)open->offset, end = at + n;
  if (klee_is_symbolic(n)) klee_check_memory_access(bytes, n);
  /* With room for a terminator; what is beyond the end is zero. */
  if (reserve(inode, end + 1)) return -1;
  memcpy(inode->bytes + at, bytes, n);
  int grows = (n != 0) & (end > inode->size);
  inode->size = grows ? end : inode->size;
  open->offset = (off_t)end;
  publish(open);
  return (ssize_t)n;
}

static off_t seek_growing(struct description *open, off_t offset, int whence) {
  off_t from = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? open->offset : (off_t)open->inode->size;
  if (from + offset < 0) {
    errno = EINVAL;
    return -1;
  }
  open->offset = from + offset;
  if (offset || whence != SEEK_CUR) publish(open);
  return open->offset;
}

static void close_growing(struct description *open) {
  publish(open);
  free(open->inode);
}

static const struct operations growing_operations = {read_none, write_growing, seek_growing, close_growing};

FILE *open_memstream(char **bytes, size_t *size) {
  struct growing *growing = calloc(1, sizeof *growing);
  struct description *open = growing ? __bowline_describe(&growing_operations, &growing->inode, O_WRONLY) : NULL;
  FILE *stream = open && !reserve(&growing->inode, 1) ? __bowline_stream(-1, open, O_WRONLY) : NULL;
  if (!stream) {
    if (growing) free(growing->inode.bytes);
    free(open);
    free(growing);
    return NULL;
  }
  open->references = 1;
  growing->bytes = bytes;
  growing->size = size;
  publish(open);
  return stream;
}
