/* Reading lines of any length. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

ssize_t getdelim(char **restrict line, size_t *restrict room, int delimiter, FILE *restrict stream) {
  size_t n = 0;
  if (!line || !room) {
    errno = EINVAL;
    return -1;
  }
  if (!*line) *room = 0;
  for (;;) {
    int c = fgetc(stream);
    if (c == EOF && n == 0) return -1;
    if (n + 1 >= *room) {
      size_t wanted = *room ? 2 * *room : 120;
      char *grown = realloc(*line, wanted);
      if (!grown) return -1;
      *line = grown;
      *room = wanted;
    }
    if (c != EOF) (*line)[n++] = (char)c;
    if (c == EOF || c == delimiter) break;
  }
  (*line)[n] = 0;
  return (ssize_t)n;
}

ssize_t __getdelim(char **restrict line, size_t *restrict room, int delimiter, FILE *restrict stream) {
  return getdelim(line, room, delimiter, stream);
}

ssize_t getline(char **restrict line, size_t *restrict room, FILE *restrict stream) {
  return getdelim(line, room, '\n', stream);
}
