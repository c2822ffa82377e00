/* Looking up environment variables. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *getenv(const char *name) {
  size_t n = strlen(name);
  if (!environ || n == 0) return NULL;
  for (char **entry = environ; *entry; entry++) {
    if (!strncmp(*entry, name, n) && (*entry)[n] == '=') return *entry + n + 1;
  }
  return NULL;
}

char *secure_getenv(const char *name) { return getenv(name); }
