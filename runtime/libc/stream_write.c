/* Writing to streams, unbuffered. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "internal.h"
#include "stream.h"

/* A buffer smaller than this does not hold back what is left of a text that did not fit. */
enum { WRITTEN_WHOLE = 128 };

/* How a text ends: the bytes behind its last line's end, and all ones if it has none. Of a stream that is not written by lines no line's end
   matters. The text may be unknown, so nothing branches on it. */
struct tail {
  size_t length, has_no_line;
};

static struct tail tail_of(const FILE *stream, const char *bytes, size_t n) {
  struct tail tail = {n, (size_t)-1};
  if (!(stream->_flags & BY_LINES)) return tail;
  tail.length = 0;
  for (size_t i = 0; i < n; i++) {
    size_t goes_on = -(size_t)(bytes[i] != '\n');
    tail.length = (tail.length + 1) & goes_on;
    tail.has_no_line &= goes_on;
  }
  return tail;
}

/* Bytes that wait in glibc's buffer after a text: a text that fits is put into it, and all up to its last line's end is written; of
   one that does not, whole buffers are written, and what is left is put there byte by byte. Nobody fits a buffer that is not in use for writing yet. Numbers
   may be unknown here, too: nothing branches on them. */
static size_t pending_after(const FILE *stream, const char *bytes, size_t n) {
  size_t size = buffer_size(stream), pending = stream->__pad5, is_large = -(size_t)(size >= WRITTEN_WHOLE);
  if (stream->_flags & UNBUFFERED) return 0;
  if (stream->_flags & BY_LINES && klee_is_symbolic(n)) return UNKNOWN_PENDING;
  size_t is_in_use = -(size_t)((stream->_flags & WRITES) != 0), is_unknown = -(size_t)(pending == UNKNOWN_PENDING);
  struct tail tail = tail_of(stream, bytes, n);
  size_t fits = is_in_use & -(size_t)(pending + n <= size);
  size_t put = (tail.has_no_line & (pending + n)) | (~tail.has_no_line & is_large & tail.length);
  size_t rest = (n - ((size - pending) & is_in_use)) % size, is_shorter = -(size_t)(tail.length < rest);
  size_t left = is_large & ((is_shorter & tail.length) | (~is_shorter & rest));
  return (fits & put) | (~fits & left) | (is_unknown & -(size_t)(tail.length != 0));
}

/* A byte of its own waits even in a small buffer. */
static size_t pending_after_byte(const FILE *stream, char byte) {
  if (stream->_flags & UNBUFFERED) return 0;
  size_t pending = stream->__pad5, waits = -(size_t)(!(stream->_flags & BY_LINES) | (byte != '\n'));
  size_t has_room = -(size_t)(pending != buffer_size(stream)), is_unknown = -(size_t)(pending == UNKNOWN_PENDING);
  return waits & (((pending & has_room) + 1) | is_unknown);
}

/* The bytes that were written, of which it does not say what waits in a buffer. */
static size_t write_through(FILE *stream, const char *bytes, size_t n) {
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
  if (done == (ssize_t)n) return n;
  stream->_flags |= SEEN_ERROR;
  return done < 0 ? 0 : (size_t)done;
}

static size_t write_and_count(FILE *stream, const char *bytes, size_t n, size_t pending) {
  size_t written = write_through(stream, bytes, n);
  if (written != n) return written;
  stream->__pad5 = pending;
  stream->_flags |= WRITES | USED;
  return n;
}

size_t __bowline_stream_write(FILE *stream, const char *bytes, size_t n) {
  return write_and_count(stream, bytes, n, pending_after(stream, bytes, n));
}

size_t fwrite(const void *restrict bytes, size_t size, size_t count, FILE *restrict stream) {
  size_t n = size * count;
  if (n == 0) return 0;
  size_t written = __bowline_stream_write(stream, bytes, n);
  return written == n ? count : written / size;
}

int fputc(int c, FILE *stream) {
  char byte = (char)c;
  return write_and_count(stream, &byte, 1, pending_after_byte(stream, byte)) == 1 ? (unsigned char)byte : EOF;
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
