/* Finding a character in a string: one decision per position, the result is selected at the end. */
#include <string.h>
#include <strings.h>

char *strchrnul(const char *s, int c) {
  while ((*s != (char)c) & (*s != 0)) s++;
  return (char *)s;
}

char *strchr(const char *s, int c) {
  char *found = strchrnul(s, c);
  return *found == (char)c ? found : NULL;
}

char *index(const char *s, int c) { return strchr(s, c); }
