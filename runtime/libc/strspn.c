/* Spans of characters in and outside a set. Membership is computed without a decision, so a position costs one. */
#include <string.h>

static int contains(const char *set, char c) {
  int found = 0;
  for (; *set; set++) found |= *set == c;
  return found;
}

size_t strspn(const char *s, const char *accept) {
  size_t n = 0;
  while ((s[n] != 0) & contains(accept, s[n])) n++;
  return n;
}

size_t strcspn(const char *s, const char *reject) {
  size_t n = 0;
  while ((s[n] != 0) & !contains(reject, s[n])) n++;
  return n;
}

char *strpbrk(const char *s, const char *accept) {
  s += strcspn(s, accept);
  return *s ? (char *)s : NULL;
}
