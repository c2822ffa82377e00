/* The function that nobody should use. */
#include <stdio.h>

char *gets(char *text) {
  char *end = text;
  int c;
  while ((c = fgetc(stdin)) != EOF && c != '\n') *end++ = (char)c;
  if (c == EOF && end == text) return NULL;
  *end = 0;
  return text;
}

char *__gets_chk(char *text, size_t size) {
  (void)size;
  return gets(text);
}
