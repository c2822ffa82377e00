/* Streams over memory of the program: a file of fixed room whose bytes are there. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "stream.h"

struct memory {
  struct inode inode;
  int is_ours;
};

static ssize_t read_memory(struct description *open, char *bytes, size_t n) {
  struct inode *inode = open->inode;
  size_t size = inode->size, at = (size_t)open->offset;
  at = at < size ? at : size;
  n = n < size - at ? n : size - at;
  memcpy(bytes, inode->bytes + at, n);
  open->offset += (off_t)n;
  return (ssize_t)n;
}

static ssize_t write_memory(struct description *open, const char *bytes, size_t n) {
  struct inode *inode = open->inode;
  size_t at = open->flags & O_APPEND ? inode->size : (size_t)open->offset;
  if (n == 0) return 0;
  if (at >= inode->room) {
    errno = ENOSPC;
    return -1;
  }
  n = n < inode->room - at ? n : inode->room - at;
  memcpy(inode->bytes + at, bytes, n);
  open->offset = (off_t)(at + n);
  if (at + n > inode->size) {
    inode->size = at + n;
    if (inode->size < inode->room && bytes[n - 1] != 0) inode->bytes[inode->size] = 0;
  }
  return (ssize_t)n;
}

static off_t seek_memory(struct description *open, off_t offset, int whence) {
  struct inode *inode = open->inode;
  off_t from = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? open->offset : (off_t)inode->size;
  if (from + offset < 0 || (size_t)(from + offset) > inode->room) {
    errno = EINVAL;
    return -1;
  }
  return open->offset = from + offset;
}

static void close_memory(struct description *open) {
  struct memory *memory = (struct memory *)open->inode;
  if (memory->is_ours) free(memory->inode.bytes);
  free(memory);
}

static const struct operations memory_operations = {read_memory, write_memory, seek_memory, close_memory};

FILE *fmemopen(void *bytes, size_t room, const char *mode) {
  int flags = __bowline_open_flags(mode);
  if (flags < 0) return NULL;
  struct memory *memory = calloc(1, sizeof *memory);
  char *held = bytes ? bytes : calloc(1, room + 1);
  struct description *open = memory && held ? __bowline_describe(&memory_operations, &memory->inode, flags) : NULL;
  FILE *stream = open ? __bowline_stream(-1, open, flags) : NULL;
  if (!stream) {
    free(open);
    if (!bytes) free(held);
    free(memory);
    return NULL;
  }
  open->references = 1;
  memory->is_ours = !bytes;
  memory->inode.bytes = held;
  memory->inode.room = room;
  /* The memory itself is emptied only for a stream that can also be read. */
  if (*mode == 'w' && (flags & O_ACCMODE) == O_RDWR && room) held[0] = 0;
  memory->inode.size = *mode == 'r' ? room : *mode == 'a' ? strnlen(held, room) : 0;
  open->offset = *mode == 'a' ? (off_t)memory->inode.size : 0;
  return stream;
}
