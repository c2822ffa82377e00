/* Positions in streams. */
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "stream.h"

int fseek(FILE *stream, long offset, int whence) {
  struct description *open = described_by(stream);
  if (!open) return -1;
  if (whence == SEEK_CUR) offset -= stream->_IO_read_end - stream->_IO_read_ptr;
  if (whence != SEEK_SET && whence != SEEK_CUR && whence != SEEK_END) {
    errno = EINVAL;
    return -1;
  }
  if (open->operations->seek(open, offset, whence) < 0) return -1;
  drop_input(stream);
  forget_output(stream);
  stream->_flags = (stream->_flags & ~SEEN_EOF) | USED;
  return 0;
}

long ftell(FILE *stream) {
  struct description *open = described_by(stream);
  off_t at = open ? open->operations->seek(open, 0, SEEK_CUR) : -1;
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
  if (at < 0) return -1;
  position->__pos = at;
  return 0;
}

int fsetpos(FILE *stream, const fpos_t *position) { return fseek(stream, position->__pos, SEEK_SET); }
int fgetpos64(FILE *restrict stream, fpos64_t *restrict position) { return fgetpos(stream, (fpos_t *)position); }
int fsetpos64(FILE *stream, const fpos64_t *position) { return fsetpos(stream, (const fpos_t *)position); }
