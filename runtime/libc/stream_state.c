/* The state of streams. Output is not buffered, so buffering calls have nothing to do. */
#include <errno.h>
#include <stdio.h>
#include <stdio_ext.h>

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
  (void)stream, (void)buffer, (void)size;
  return mode == _IOFBF || mode == _IOLBF || mode == _IONBF ? 0 : -1;
}

void setbuf(FILE *restrict stream, char *restrict buffer) { (void)stream, (void)buffer; }
void setbuffer(FILE *restrict stream, char *restrict buffer, size_t size) { (void)stream, (void)buffer, (void)size; }
void setlinebuf(FILE *stream) { (void)stream; }

size_t __fbufsize(FILE *stream) {
  (void)stream;
  return 0;
}

int __freading(FILE *stream) { return (stream->_flags & NO_WRITES) != 0; }
int __fwriting(FILE *stream) { return (stream->_flags & NO_READS) != 0; }
int __freadable(FILE *stream) { return (stream->_flags & NO_READS) == 0; }
int __fwritable(FILE *stream) { return (stream->_flags & NO_WRITES) == 0; }
size_t __fpending(FILE *stream) {
  (void)stream;
  return 0;
}
void __fpurge(FILE *stream) { stream->_IO_read_ptr = stream->_IO_read_end; }
void _flushlbf(void) {}
