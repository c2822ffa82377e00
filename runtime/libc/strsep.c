/* Cutting strings at every delimiter, empty pieces included. */
#include <string.h>

char *strsep(char **restrict rest, const char *restrict delimiters) {
  char *piece = *rest;
  if (!piece) return NULL;
  char *end = piece + strcspn(piece, delimiters);
  if (*end) {
    *end = 0;
    *rest = end + 1;
  } else {
    *rest = NULL;
  }
  return piece;
}
