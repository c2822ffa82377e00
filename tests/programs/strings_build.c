// strncpy, strncat, strdup, memchr and strspn together.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char name[4], line[16];
  klee_make_symbolic(name, sizeof name, "name");
  name[3] = 0;
  klee_assume(name[0] != 0);
  strcpy(line, "<");
  strncat(line, name, 2);
  strcat(line, ">");
  char *copy = strdup(line);
  assert(copy && !strcmp(copy, line));
  size_t n = strlen(copy);
  assert(n == 3 || n == 4);
  assert(memchr(copy, '>', n) != NULL && strspn(copy, "<") >= 1);
  free(copy);
  return 0;
}
