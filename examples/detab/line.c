#include "detab.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 16 };

// Room for `more` characters. Doubling is enough while characters come one by one, but a tab may ask for many.
static int reserve(struct line *line, size_t more) {
  if (line->length + more <= line->capacity) return 0;
  size_t capacity = line->capacity ? 2 * line->capacity : FIRST_CAPACITY;
  char *text = realloc(line->text, capacity);
  if (!text) return -1;
  line->text = text;
  line->capacity = capacity;
  return 0;
}

static int put(struct line *line, char c, size_t times) {
  if (reserve(line, times) < 0) return -1;
  for (size_t i = 0; i < times; i++) line->text[line->length++] = c;
  return 0;
}

int read_line(struct line *line, FILE *from, size_t stop) {
  line->length = 0;
  int c = getc(from);
  if (c == EOF) return 0;
  for (; c != EOF && c != '\n'; c = getc(from)) {
    size_t times = c == '\t' ? stop - line->length % stop : 1;
    if (put(line, c == '\t' ? ' ' : (char)c, times) < 0) return -1;
  }
  return 1;
}

void write_line(const struct line *line, FILE *to, int trim) {
  size_t length = line->length;
  while (trim && length > 0 && line->text[length - 1] == ' ') length--;
  fwrite(line->text, 1, length, to);
  putc('\n', to);
}
