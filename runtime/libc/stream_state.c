/* The state of streams. Output is not buffered; buffering calls only change what is told about it. */
#include <errno.h>
#include <stdio.h>
#include <stdio_ext.h>

#include "internal.h"
#include "stream.h"

int(feof)(FILE *stream) { return (stream->_flags & SEEN_EOF) != 0; }
int(ferror)(FILE *stream) { return (stream->_flags & SEEN_ERROR) != 0; }
void clearerr(FILE *stream) { stream->_flags &= ~(SEEN_EOF | SEEN_ERROR); }

int fileno(FILE *stream) {
  if (stream->_fileno >= 0) return stream->_fileno;
  errno = EBADF;
  return -1;
}

int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t size) {
  if (mode != _IOFBF && mode != _IOLBF && mode != _IONBF) return -1;
  stream->_flags &= ~(UNBUFFERED | BY_LINES);
  if (mode == _IONBF) stream->_flags |= UNBUFFERED;
  if (mode == _IOLBF) stream->_flags |= BY_LINES;
  if (buffer) stream->_old_offset = (off_t)size;
  return 0;
}

void setbuf(FILE *restrict stream, char *restrict buffer) { setbuffer(stream, buffer, BUFSIZ); }
void setbuffer(FILE *restrict stream, char *restrict buffer, size_t size) { setvbuf(stream, buffer, buffer ? _IOFBF : _IONBF, size); }
void setlinebuf(FILE *stream) { setvbuf(stream, NULL, _IOLBF, 0); }

size_t __fbufsize(FILE *stream) { return stream->_flags & (USED | UNBUFFERED) || stream->_old_offset ? buffer_size(stream) : 0; }

int __freading(FILE *stream) {
  if (stream->_flags & NO_WRITES) return 1;
  return !(stream->_flags & (NO_READS | WRITES)) && stream->_flags & USED;
}

int __fwriting(FILE *stream) { return (stream->_flags & (NO_READS | WRITES)) != 0; }
int __flbf(FILE *stream) { return stream->_flags & BY_LINES; }
int __freadable(FILE *stream) { return (stream->_flags & NO_READS) == 0; }
int __fwritable(FILE *stream) { return (stream->_flags & NO_WRITES) == 0; }

size_t __fpending(FILE *stream) {
  if (stream->__pad5 == UNKNOWN_PENDING) __bowline_unsupported("__fpending behind lines of unknown length");
  return stream->__pad5;
}

void __fpurge(FILE *stream) {
  stream->_IO_read_ptr = stream->_IO_read_end;
  stream->__pad5 = 0;
}
void _flushlbf(void) {}
