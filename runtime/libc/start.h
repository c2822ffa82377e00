/*
 * What a program finds when it starts: arguments, environment, standard input and files, as far as they are unknown.
 *
 * Every unknown thing NAME is two inputs: its size ("NAME-size", a size_t) and its bytes ("NAME"). Its memory has exactly that
 * size, so that a program that reads beyond it is caught.
 */
#ifndef BOWLINE_LIBC_START_H
#define BOWLINE_LIBC_START_H

#include <stddef.h>

/* Builtins of the executor. */

/* Memory that belongs to nobody's heap: it cannot be freed, is no leak, and allocating it never fails. An unknown size obeys --sizes,
 * with `most` instead of --capacity as its largest value unless that is 0; where the mode chooses a number, `*size` becomes it. */
void *__bowline_allocate(size_t *size, size_t most);

/* Makes bytes unknown as bowline_symbolic does, but none of them 0, and the one behind them 0. */
void __bowline_unknown_text(char *at, size_t length, const char *name);

/* unknown.c */

/* An unknown number from `least` to `most`. */
size_t __bowline_unknown_number(const char *name, size_t least, size_t most);

/* Up to `most` unknown bytes in memory of exactly their size. Makes NAME-size and NAME. */
char *__bowline_unknown_bytes(const char *name, size_t most, size_t *size);

/* `prefix`, then up to `most` unknown characters, then the terminating 0, in memory of exactly that size. Makes NAME-size and NAME. */
char *__bowline_unknown_string(const char *name, const char *prefix, size_t most);

/* Of the modelled file system. */

/* Standard input is up to `most` unknown bytes. */
void __bowline_symbolic_stdin(size_t most);

/* There is a file of up to `most` unknown bytes. */
void __bowline_symbolic_file(const char *name, size_t most);

#endif
