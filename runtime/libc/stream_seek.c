/* Positions in streams. */
#include <stdio.h>
#include <unistd.h>

#include "stream.h"

int fseek(FILE *stream, long offset, int whence) {
  if (whence == SEEK_CUR) offset -= stream->_IO_read_end - stream->_IO_read_ptr;
  if (lseek(stream->_fileno, offset, whence) < 0) return -1;
  stream->_IO_read_ptr = stream->_IO_read_end;
  stream->_flags &= ~SEEN_EOF;
  return 0;
}

long ftell(FILE *stream) {
  off_t at = lseek(stream->_fileno, 0, SEEK_CUR);
  return at < 0 ? -1 : at - (stream->_IO_read_end - stream->_IO_read_ptr);
}

int fseeko(FILE *stream, off_t offset, int whence) { return fseek(stream, offset, whence); }
int fseeko64(FILE *stream, off64_t offset, int whence) { return fseek(stream, offset, whence); }
off_t ftello(FILE *stream) { return ftell(stream); }
off64_t ftello64(FILE *stream) { return ftell(stream); }

void rewind(FILE *stream) {
  fseek(stream, 0, SEEK_SET);
  clearerr(stream);
}

int fgetpos(FILE *restrict stream, fpos_t *restrict position) {
  long at = ftell(stream);
  position->__pos = at;
  return at < 0 ? -1 : 0;
}

int fsetpos(FILE *stream, const fpos_t *position) { return fseek(stream, position->__pos, SEEK_SET); }
