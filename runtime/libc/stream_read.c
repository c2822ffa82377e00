/* Reading from streams. A description gives all it has, so a short read is the end of the file. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "stream.h"

/* The description to read from, if the stream may be read and is not at its end, which it stays at. */
static struct description *readable(FILE *stream) {
  struct description *open = stream->_flags & NO_READS ? NULL : described_by(stream);
  if (!open) {
    stream->_flags |= SEEN_ERROR;
    errno = EBADF;
  }
  return stream->_flags & SEEN_EOF ? NULL : open;
}

/* A buffer for a stream that was meant for output. */
static int has_buffer(FILE *stream) {
  if (stream->_IO_buf_base) return 1;
  char *buffer = malloc(PUTBACK + INPUT_BUFFER);
  if (!buffer) return 0;
  stream->_IO_buf_base = stream->_IO_read_base = buffer;
  stream->_IO_buf_end = buffer + PUTBACK + INPUT_BUFFER;
  return 1;
}

/* Fills the empty input buffer; returns 0 at the end of the file or on an error. */
static int fill(FILE *stream) {
  struct description *open = readable(stream);
  if (!open || !has_buffer(stream)) return 0;
  forget_output(stream);
  stream->_flags |= USED;
  char *start = stream->_IO_buf_base + PUTBACK;
  ssize_t n = __bowline_read(open, start, (size_t)(stream->_IO_buf_end - start));
  stream->_IO_read_ptr = stream->_IO_read_end = start;
  if (n > 0) {
    stream->_IO_read_end = start + n;
    return 1;
  }
  if (n < 0) stream->_flags |= SEEN_ERROR;
  else stream->_flags |= SEEN_EOF;
  return 0;
}

/* What the inline getc_unlocked of <stdio.h> calls when the buffer is empty. */
int __uflow(FILE *stream) {
  if (stream->_IO_read_ptr == stream->_IO_read_end && !fill(stream)) return EOF;
  return (unsigned char)*stream->_IO_read_ptr++;
}

int __underflow(FILE *stream) {
  if (stream->_IO_read_ptr == stream->_IO_read_end && !fill(stream)) return EOF;
  return (unsigned char)*stream->_IO_read_ptr;
}

int fgetc(FILE *stream) { return __uflow(stream); }
int(getc)(FILE *stream) { return __uflow(stream); }
int(getchar)(void) { return __uflow(stdin); }

int ungetc(int c, FILE *stream) {
  if (c == EOF || (stream->_flags & NO_READS) || stream->_IO_read_ptr == stream->_IO_read_base) return EOF;
  *--stream->_IO_read_ptr = (char)c;
  stream->_flags &= ~SEEN_EOF;
  return (unsigned char)c;
}

char *fgets(char *restrict text, int room, FILE *restrict stream) {
  int n = 0;
  if (room <= 0) return NULL;
  while (n < room - 1) {
    int c = __uflow(stream);
    if (c == EOF) break;
    text[n++] = (char)c;
    if (c == '\n') break;
  }
  if (n == 0 && room > 1) return NULL;
  text[n] = 0;
  return text;
}

char *__fgets_unlocked_chk(char *restrict text, size_t size, int room, FILE *restrict stream) {
  (void)size;
  return fgets(text, room, stream);
}

char *__fgets_chk(char *restrict text, size_t size, int room, FILE *restrict stream) {
  (void)size;
  return fgets(text, room, stream);
}

size_t fread(void *restrict bytes, size_t size, size_t count, FILE *restrict stream) {
  size_t wanted = size * count, held = (size_t)(stream->_IO_read_end - stream->_IO_read_ptr);
  if (wanted == 0) return 0;
  size_t done = held < wanted ? held : wanted;
  memcpy(bytes, stream->_IO_read_ptr, done);
  stream->_IO_read_ptr += done;
  if (done < wanted) {
    /* The rest goes past the buffer. */
    struct description *open = readable(stream);
    ssize_t n = open ? __bowline_read(open, (char *)bytes + done, wanted - done) : 0;
    if (n < 0) {
      stream->_flags |= SEEN_ERROR;
      n = 0;
    } else if (open && (size_t)n < wanted - done) {
      stream->_flags |= SEEN_EOF;
    }
    done += (size_t)n;
    /* Nothing that was put back may come in front of it, and what was read cannot be put back by moving the pointer. */
    drop_input(stream);
  }
  return size == 1 ? done : done / size;
}

size_t __fread_unlocked_chk(void *restrict bytes, size_t room, size_t size, size_t count, FILE *restrict stream) {
  (void)room;
  return fread(bytes, size, count, stream);
}

size_t __fread_chk(void *restrict bytes, size_t room, size_t size, size_t count, FILE *restrict stream) {
  (void)room;
  return fread(bytes, size, count, stream);
}

int getw(FILE *stream) {
  int word;
  return fread(&word, sizeof word, 1, stream) == 1 ? word : EOF;
}
