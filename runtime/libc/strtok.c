/* Cutting strings into tokens. */
#include <string.h>

char *strtok_r(char *restrict s, const char *restrict delimiters, char **restrict rest) {
  if (!s) s = *rest;
  s += strspn(s, delimiters);
  if (!*s) {
    *rest = s;
    return NULL;
  }
  char *end = s + strcspn(s, delimiters);
  if (*end) *end++ = 0;
  *rest = end;
  return s;
}

char *__strtok_r(char *restrict s, const char *restrict delimiters, char **restrict rest) {
  return strtok_r(s, delimiters, rest);
}

char *strtok(char *restrict s, const char *restrict delimiters) {
  static char *rest;
  return strtok_r(s, delimiters, &rest);
}
