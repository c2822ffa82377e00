/* Options inside of one option's argument: "name,name=value". */
#include <stdlib.h>
#include <string.h>

int getsubopt(char **option, char *const *names, char **value) {
  char *start = *option, *end = strchrnul(start, ',');
  if (!*start) return -1;
  char *equals = memchr(start, '=', (size_t)(end - start)), *stop = equals ? equals : end;
  *option = end;
  if (*end) {
    *end = 0;
    *option = end + 1;
  }
  for (int i = 0; names[i]; i++) {
    if (strncmp(start, names[i], (size_t)(stop - start)) || names[i][stop - start]) continue;
    *value = equals ? equals + 1 : NULL;
    return i;
  }
  *value = start;
  return -1;
}
