/* Copying and joining strings with a limit. */
#include <string.h>

char *stpncpy(char *restrict to, const char *restrict from, size_t limit) {
  size_t n = 0;
  while (n < limit && from[n]) {
    to[n] = from[n];
    n++;
  }
  memset(to + n, 0, limit - n);
  return to + n;
}

char *strncpy(char *restrict to, const char *restrict from, size_t limit) {
  stpncpy(to, from, limit);
  return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t limit) {
  char *end = to + strlen(to);
  size_t n = 0;
  while (n < limit && from[n]) {
    end[n] = from[n];
    n++;
  }
  end[n] = 0;
  return to;
}
