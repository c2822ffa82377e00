// Lines of text with their tabs turned into blanks.
#ifndef DETAB_H
#define DETAB_H

#include <stddef.h>
#include <stdio.h>

struct line {
  char *text;
  size_t length, capacity;
};

// Reads one line without its newline and turns tabs into blanks up to the next multiple of `stop`.
// Returns 1, or 0 at the end of the file, or -1 if memory is short.
int read_line(struct line *line, FILE *from, size_t stop);

// Writes a line; with `trim` without the blanks at its end.
void write_line(const struct line *line, FILE *to, int trim);

#endif
