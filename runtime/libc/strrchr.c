/* Finding the last occurrence of a character in a string. */
#include <string.h>
#include <strings.h>

char *strrchr(const char *s, int c) {
  size_t n = strlen(s) + 1;
  while (n-- > 0) {
    if (s[n] == (char)c) return (char *)s + n;
  }
  return NULL;
}

char *rindex(const char *s, int c) { return strrchr(s, c); }
