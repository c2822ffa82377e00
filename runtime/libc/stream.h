/*
 * Streams over descriptors.
 *
 * FILE is glibc's struct, because headers compiled with optimisation look inside: getc_unlocked compares _IO_read_ptr with
 * _IO_read_end, putc_unlocked _IO_write_ptr with _IO_write_end, feof_unlocked tests a flag. Input is buffered in _IO_buf;
 * output is not (the write pointers stay equal), so a path that ends in a bug has shown all it printed. What a program can ask about a
 * buffer is told as if there were one: __pad5 has the bytes written since it was last emptied, _old_offset its size if the program chose one.
 *
 * A stream without a descriptor (in memory, or of the program's own functions) keeps its description in _freeres_buf.
 * Streams that are open are linked by _chain, so that they are never taken for leaks.
 */
#ifndef BOWLINE_LIBC_STREAM_H
#define BOWLINE_LIBC_STREAM_H

#include <stdio.h>

#include "files.h"

enum {
  SEEN_EOF = _IO_EOF_SEEN,
  SEEN_ERROR = _IO_ERR_SEEN,
  UNBUFFERED = 0x2,
  BY_LINES = 0x200,
  NO_READS = 0x4,
  NO_WRITES = 0x8,
  /* The last thing that was done with it is writing. */
  WRITES = 0x800,
  /* It was read from or written to. */
  USED = 0x2000,
};

/* Bytes in front of the input buffer that ungetc may always use. */
enum { PUTBACK = 8, INPUT_BUFFER = 4096 };

static inline struct description *described_by(FILE *stream) {
  return stream->_freeres_buf ? stream->_freeres_buf : __bowline_described(stream->_fileno);
}

/* The input buffer becomes empty. Standard output and error get one only when they are read from. */
static inline void drop_input(FILE *stream) {
  if (stream->_IO_buf_base) stream->_IO_read_ptr = stream->_IO_read_end = stream->_IO_buf_base + PUTBACK;
}

/* What was written is no longer in the buffer that others have. */
static inline void forget_output(FILE *stream) {
  stream->_flags &= ~WRITES;
  stream->__pad5 = 0;
}

/* In __pad5: lines of unknown length were written, so nobody knows what waits behind the last of them. */
static const size_t UNKNOWN_PENDING = (size_t)-1;

/* Size of the buffer that others have. */
static inline size_t buffer_size(const FILE *stream) {
  if (stream->_flags & UNBUFFERED) return 1;
  if (stream->_old_offset) return (size_t)stream->_old_offset;
  return stream->_fileno >= 0 ? INPUT_BUFFER : BUFSIZ;
}

/* The flags of open(2) for a mode such as "rb+", or -1 with errno. */
int __bowline_open_flags(const char *mode);

/* A stream for a descriptor, or for a description without one (then fd is -1), in fresh memory. */
FILE *__bowline_stream(int fd, struct description *open, int flags);

/* Writes all bytes; returns how many were written. */
size_t __bowline_stream_write(FILE *stream, const char *bytes, size_t n);

/* Forgets input that was read ahead, so that the description's position is the stream's. */
int __bowline_stream_sync(FILE *stream);

#endif
