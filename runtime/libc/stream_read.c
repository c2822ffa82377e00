/* Reading from streams. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "stream.h"

/* Fills the empty input buffer; returns 0 at the end of the file or on an error. */
static int fill(FILE *stream) {
  if (stream->_flags & NO_READS) {
    stream->_flags |= SEEN_ERROR;
    errno = EBADF;
    return 0;
  }
  char *start = stream->_IO_buf_base + PUTBACK;
  ssize_t n = read(stream->_fileno, start, (size_t)(stream->_IO_buf_end - start));
  stream->_IO_read_ptr = stream->_IO_read_end = start;
  if (n <= 0) {
    stream->_flags |= n < 0 ? SEEN_ERROR : SEEN_EOF;
    return 0;
  }
  stream->_IO_read_end = start + n;
  return 1;
}

/* What the inline getc_unlocked of <stdio.h> calls when the buffer is empty. */
int __uflow(FILE *stream) {
  if (stream->_IO_read_ptr == stream->_IO_read_end && !fill(stream)) return EOF;
  return (unsigned char)*stream->_IO_read_ptr++;
}

int fgetc(FILE *stream) { return __uflow(stream); }
int(getc)(FILE *stream) { return __uflow(stream); }
int(getchar)(void) { return __uflow(stdin); }

int ungetc(int c, FILE *stream) {
  if (c == EOF || stream->_IO_read_ptr == stream->_IO_read_base) return EOF;
  *--stream->_IO_read_ptr = (char)c;
  stream->_flags &= ~SEEN_EOF;
  return (unsigned char)c;
}

char *fgets(char *restrict text, int room, FILE *restrict stream) {
  int n = 0;
  if (room <= 0) return NULL;
  while (n < room - 1) {
    int c = fgetc(stream);
    if (c == EOF) break;
    text[n++] = (char)c;
    if (c == '\n') break;
  }
  if (n == 0 && room > 1) return NULL;
  text[n] = 0;
  return text;
}

char *__fgets_chk(char *restrict text, size_t size, int room, FILE *restrict stream) {
  (void)size;
  return fgets(text, room, stream);
}

size_t fread(void *restrict bytes, size_t size, size_t count, FILE *restrict stream) {
  size_t n = size * count, done = 0;
  if (n == 0) return 0;
  while (done < n) {
    if (stream->_IO_read_ptr == stream->_IO_read_end && !fill(stream)) break;
    size_t held = (size_t)(stream->_IO_read_end - stream->_IO_read_ptr), now = held < n - done ? held : n - done;
    memcpy((char *)bytes + done, stream->_IO_read_ptr, now);
    stream->_IO_read_ptr += now;
    done += now;
  }
  return done / size;
}

size_t __fread_chk(void *restrict bytes, size_t room, size_t size, size_t count, FILE *restrict stream) {
  (void)room;
  return fread(bytes, size, count, stream);
}
