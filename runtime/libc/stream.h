/*
 * Streams over descriptors.
 *
 * FILE is glibc's struct, because headers compiled with optimisation look inside: getc_unlocked compares _IO_read_ptr with
 * _IO_read_end, putc_unlocked _IO_write_ptr with _IO_write_end, feof_unlocked tests a flag. Input is buffered in _IO_buf;
 * output is not (the write pointers stay equal), so a path that ends in a bug has shown all it printed.
 */
#ifndef BOWLINE_LIBC_STREAM_H
#define BOWLINE_LIBC_STREAM_H

#include <stdio.h>

enum {
  SEEN_EOF = _IO_EOF_SEEN,
  SEEN_ERROR = _IO_ERR_SEEN,
  NO_READS = 0x4,
  NO_WRITES = 0x8,
};

/* Bytes in front of the input buffer that ungetc may always use. */
enum { PUTBACK = 8, INPUT_BUFFER = 4096 };

/* A buffer of PUTBACK + INPUT_BUFFER bytes becomes the stream's input buffer, empty. */
void __bowline_stream_init(FILE *stream, int fd, int flags, char *buffer);

/* Writes all bytes; returns how many were written. */
size_t __bowline_stream_write(FILE *stream, const char *bytes, size_t n);

#endif
