/* Writing to streams, unbuffered. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "stream.h"

size_t __bowline_stream_write(FILE *stream, const char *bytes, size_t n) {
  if (stream->_flags & NO_WRITES) {
    stream->_flags |= SEEN_ERROR;
    errno = EBADF;
    return 0;
  }
  if (stream->_IO_read_ptr != stream->_IO_read_end) {
    /* The file's position is where the buffer ends; writing goes on where the program has read to. */
    lseek(stream->_fileno, stream->_IO_read_ptr - stream->_IO_read_end, SEEK_CUR);
    stream->_IO_read_ptr = stream->_IO_read_end;
  }
  size_t done = 0;
  while (done < n) {
    ssize_t now = write(stream->_fileno, bytes + done, n - done);
    if (now <= 0) {
      stream->_flags |= SEEN_ERROR;
      break;
    }
    done += (size_t)now;
  }
  return done;
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
