/* Changing the environment. Entries that are replaced are not freed: the program may still point into them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int names(const char *entry, const char *name, size_t n) { return !strncmp(entry, name, n) && entry[n] == '='; }

/* Puts `entry`, whose name has `n` characters, in the place of the one with its name or at the end. */
static int put(char *entry, size_t n) {
  static char **own;
  size_t count = 0;
  for (; environ && environ[count]; count++) {
    if (names(environ[count], entry, n)) {
      environ[count] = entry;
      return 0;
    }
  }
  char **grown = realloc(environ == own ? own : NULL, (count + 2) * sizeof *grown);
  if (!grown) return -1;
  if (environ != own && count) memcpy(grown, environ, count * sizeof *grown);
  grown[count] = entry;
  grown[count + 1] = NULL;
  environ = own = grown;
  return 0;
}

static int bad_name(const char *name) {
  if (name && *name && !strchr(name, '=')) return 0;
  errno = EINVAL;
  return 1;
}

int setenv(const char *name, const char *value, int overwrite) {
  if (bad_name(name)) return -1;
  if (!overwrite && getenv(name)) return 0;
  size_t n = strlen(name), m = strlen(value);
  char *entry = malloc(n + m + 2);
  if (!entry) return -1;
  memcpy(entry, name, n);
  entry[n] = '=';
  memcpy(entry + n + 1, value, m + 1);
  return put(entry, n);
}

int unsetenv(const char *name) {
  if (bad_name(name)) return -1;
  size_t n = strlen(name);
  if (!environ) return 0;
  char **kept = environ;
  for (char **entry = environ; *entry; entry++) {
    if (!names(*entry, name, n)) *kept++ = *entry;
  }
  *kept = NULL;
  return 0;
}

int putenv(char *entry) {
  char *equals = strchr(entry, '=');
  return equals ? put(entry, (size_t)(equals - entry)) : unsetenv(entry);
}

int clearenv(void) {
  environ = NULL;
  return 0;
}
