/* Writing to streams, unbuffered. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "internal.h"
#include "stream.h"

enum { WRITTEN_WHOLE = 128 };

/* Bytes that wait behind the last end of a line. The text may be unknown, so nothing branches on it. A small buffer is emptied altogether by a
   text with a line's end. */
static size_t behind_lines(const FILE *stream, const char *bytes, size_t n) {
  if (klee_is_symbolic(n)) return UNKNOWN_PENDING;
  size_t unknown = -(size_t)(stream->__pad5 == UNKNOWN_PENDING);
  size_t pending = stream->__pad5, all_go_on = (size_t)-1;
  for (size_t i = 0; i < n; i++) {
    size_t goes_on = -(size_t)(bytes[i] != '\n');
    pending = (pending + 1) & goes_on;
    all_go_on &= goes_on;
  }
  if (buffer_size(stream) < WRITTEN_WHOLE) pending &= all_go_on;
  return pending | (unknown & all_go_on);
}

size_t __bowline_stream_write(FILE *stream, const char *bytes, size_t n) {
  struct description *open = stream->_flags & NO_WRITES ? NULL : described_by(stream);
  if (!open) {
    stream->_flags |= SEEN_ERROR;
    errno = EBADF;
    return 0;
  }
  if (stream->_IO_read_ptr != stream->_IO_read_end) {
    /* The file's position is where the buffer ends; writing goes on where the program has read to. */
    open->operations->seek(open, stream->_IO_read_ptr - stream->_IO_read_end, SEEK_CUR);
    stream->_IO_read_ptr = stream->_IO_read_end;
  }
  ssize_t done = __bowline_write_to(open, bytes, n);
  stream->_flags |= WRITES | USED;
  if (done == (ssize_t)n) {
    stream->__pad5 = stream->_flags & BY_LINES ? behind_lines(stream, bytes, n) : stream->__pad5 + n;
    return n;
  }
  stream->_flags |= SEEN_ERROR;
  return done < 0 ? 0 : (size_t)done;
}

size_t fwrite(const void *restrict bytes, size_t size, size_t count, FILE *restrict stream) {
  size_t n = size * count;
  if (n == 0) return 0;
  size_t written = __bowline_stream_write(stream, bytes, n);
  return written == n ? count : written / size;
}

int fputc(int c, FILE *stream) {
  char byte = (char)c;
  return __bowline_stream_write(stream, &byte, 1) == 1 ? (unsigned char)byte : EOF;
}

int fputs(const char *restrict text, FILE *restrict stream) {
  size_t n = strlen(text);
  return __bowline_stream_write(stream, text, n) == n ? 1 : EOF;
}

int puts(const char *text) {
  size_t n = strlen(text);
  if (fputs(text, stdout) == EOF || fputc('\n', stdout) == EOF) return EOF;
  return (int)(n + 1);
}

/* What the inline putc_unlocked of <stdio.h> calls when there is no room. */
int __overflow(FILE *stream, int c) { return fputc(c, stream); }

int(putc)(int c, FILE *stream) { return fputc(c, stream); }
int(putchar)(int c) { return fputc(c, stdout); }
int putw(int word, FILE *stream) { return fwrite(&word, sizeof word, 1, stream) == 1 ? 0 : EOF; }
