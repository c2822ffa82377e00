/* New streams, and the end of streams. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "stream.h"

/* A stream and its input buffer in one allocation. */
struct opened {
  FILE stream;
  char buffer[PUTBACK + INPUT_BUFFER];
};

static FILE *streams;

int __bowline_open_flags(const char *mode) {
  int access = *mode == 'r' ? O_RDONLY : O_WRONLY, more = 0;
  for (const char *at = mode; *mode && *++at && *at != ',';) {
    if (*at == '+') access = O_RDWR;
    else if (*at == 'x') more |= O_EXCL;
    else if (*at == 'e') more |= O_CLOEXEC;
  }
  switch (*mode) {
    case 'r': return access | (more & ~O_EXCL);
    case 'w': return access | O_CREAT | O_TRUNC | more;
    case 'a': return access | O_CREAT | O_APPEND | more;
    default: errno = EINVAL; return -1;
  }
}

FILE *__bowline_stream(int fd, struct description *open, int flags) {
  struct opened *opened = malloc(sizeof *opened);
  if (!opened) {
    errno = ENOMEM;
    return NULL;
  }
  FILE *stream = &opened->stream;
  int access = flags & O_ACCMODE;
  memset(stream, 0, sizeof *stream);
  stream->_flags = access == O_RDONLY ? NO_WRITES : access == O_WRONLY ? NO_READS : 0;
  stream->_fileno = fd;
  stream->_freeres_buf = open;
  stream->_IO_buf_base = stream->_IO_read_base = opened->buffer;
  stream->_IO_buf_end = opened->buffer + sizeof opened->buffer;
  stream->_IO_read_ptr = stream->_IO_read_end = opened->buffer + PUTBACK;
  stream->_chain = streams;
  streams = stream;
  return stream;
}

int fclose(FILE *stream) {
  struct description *alone = stream->_freeres_buf;
  int result = 0;
  fflush(stream);
  if (alone) __bowline_forget(alone);
  else result = close(stream->_fileno) ? EOF : 0;
  stream->_fileno = -1;
  stream->_freeres_buf = NULL;
  FILE **link = &streams;
  while (*link && *link != stream) link = &(*link)->_chain;
  if (!*link) return result; /* One of the three standard streams. */
  *link = stream->_chain;
  free(stream);
  return result;
}

int fcloseall(void) {
  while (streams) fclose(streams);
  return 0;
}
