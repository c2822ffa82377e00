/* Opening and closing streams. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "stream.h"

/* A stream and its input buffer in one allocation. */
struct opened {
  FILE stream;
  char buffer[PUTBACK + INPUT_BUFFER];
};

void __bowline_stream_init(FILE *stream, int fd, int flags, char *buffer) {
  memset(stream, 0, sizeof *stream);
  stream->_flags = flags;
  stream->_fileno = fd;
  stream->_IO_buf_base = stream->_IO_read_base = buffer;
  stream->_IO_buf_end = buffer + PUTBACK + INPUT_BUFFER;
  stream->_IO_read_ptr = stream->_IO_read_end = buffer + PUTBACK;
}

/* The flags of open(2) for a mode such as "rb+", or -1. */
static int open_flags(const char *mode) {
  int update = strchr(mode, '+') != NULL;
  int access = update ? O_RDWR : *mode == 'r' ? O_RDONLY : O_WRONLY;
  int exclusive = strchr(mode, 'x') ? O_EXCL : 0;
  switch (*mode) {
    case 'r': return access;
    case 'w': return access | O_CREAT | O_TRUNC | exclusive;
    case 'a': return access | O_CREAT | O_APPEND | exclusive;
    default: errno = EINVAL; return -1;
  }
}

static int stream_flags(int flags) {
  int access = flags & O_ACCMODE;
  return access == O_RDONLY ? NO_WRITES : access == O_WRONLY ? NO_READS : 0;
}

FILE *fdopen(int fd, const char *mode) {
  int flags = open_flags(mode);
  if (flags < 0) return NULL;
  struct opened *opened = malloc(sizeof *opened);
  if (!opened) return NULL;
  __bowline_stream_init(&opened->stream, fd, stream_flags(flags), opened->buffer);
  return &opened->stream;
}

FILE *fopen(const char *restrict path, const char *restrict mode) {
  int flags = open_flags(mode);
  int fd = flags < 0 ? -1 : open(path, flags, 0666);
  return fd < 0 ? NULL : fdopen(fd, mode);
}

FILE *fopen64(const char *restrict path, const char *restrict mode) { return fopen(path, mode); }

int fclose(FILE *stream) {
  int result = close(stream->_fileno);
  stream->_fileno = -1;
  if (stream != stdin && stream != stdout && stream != stderr) free(stream);
  return result;
}

FILE *freopen(const char *restrict path, const char *restrict mode, FILE *restrict stream) {
  int flags = open_flags(mode);
  close(stream->_fileno);
  stream->_fileno = flags < 0 || !path ? -1 : open(path, flags, 0666);
  if (stream->_fileno < 0) return NULL;
  stream->_flags = stream_flags(flags);
  stream->_IO_read_ptr = stream->_IO_read_end;
  return stream;
}
