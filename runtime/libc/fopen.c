/* Streams by path. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "stream.h"

FILE *fopen(const char *restrict path, const char *restrict mode) {
  int flags = __bowline_open_flags(mode);
  int fd = flags < 0 ? -1 : open(path, flags, 0666);
  if (fd < 0) return NULL;
  FILE *stream = __bowline_stream(fd, NULL, flags);
  if (!stream) close(fd);
  /* A stream that only appends begins at the end. */
  else if ((flags & O_APPEND) && (flags & O_ACCMODE) == O_WRONLY) lseek(fd, 0, SEEK_END);
  return stream;
}

FILE *fopen64(const char *restrict path, const char *restrict mode) { return fopen(path, mode); }

FILE *freopen(const char *restrict path, const char *restrict mode, FILE *restrict stream) {
  int flags = __bowline_open_flags(mode), old = stream->_fileno;
  if (flags < 0) {
    fclose(stream);
    errno = EINVAL;
    return NULL;
  }
  if (path) {
    int fd = open(path, flags, 0666), error = errno;
    if (fd < 0) {
      fclose(stream);
      errno = error;
      return NULL;
    }
    if (old >= 0 && fd != old) {
      dup2(fd, old);
      close(fd);
      fd = old;
    }
    stream->_fileno = fd;
  } else if (fcntl(old, F_GETFL) < 0) {
    return NULL;
  }
  int access = flags & O_ACCMODE;
  stream->_flags = access == O_RDONLY ? NO_WRITES : access == O_WRONLY ? NO_READS : 0;
  drop_input(stream);
  return stream;
}

FILE *freopen64(const char *restrict path, const char *restrict mode, FILE *restrict stream) {
  return freopen(path, mode, stream);
}
