/* Strings in fresh memory. */
#include <stdlib.h>
#include <string.h>

char *strndup(const char *s, size_t limit) {
  size_t n = strnlen(s, limit);
  char *copy = malloc(n + 1);
  if (!copy) return NULL;
  memcpy(copy, s, n);
  copy[n] = 0;
  return copy;
}

char *strdup(const char *s) {
  size_t n = strlen(s) + 1;
  char *copy = malloc(n);
  return copy ? memcpy(copy, s, n) : NULL;
}

char *__strdup(const char *s) { return strdup(s); }

char *__strndup(const char *s, size_t limit) { return strndup(s, limit); }
