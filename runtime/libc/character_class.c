/* The twelve character classes, by name. */
#include "character_class.h"

#include <ctype.h>
#include <string.h>

static const struct {
  const char *name;
  int (*contains)(int);
} classes[] = {
    {"alnum", isalnum}, {"alpha", isalpha}, {"blank", isblank}, {"cntrl", iscntrl}, {"digit", isdigit}, {"graph", isgraph},
    {"lower", islower}, {"print", isprint}, {"punct", ispunct}, {"space", isspace}, {"upper", isupper}, {"xdigit", isxdigit},
};

int __bowline_class_exactly(const char *name, size_t length) {
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
    if (strlen(classes[i].name) == length && !memcmp(classes[i].name, name, length)) return (int)i;
  }
  return -1;
}

int __bowline_class_named(const char *name, const char *close, size_t *length) {
  const char *end = strstr(name, close);
  if (!end) return -1;
  *length = (size_t)(end - name);
  int class = __bowline_class_exactly(name, *length);
  return class < 0 ? -2 : class;
}

int __bowline_in_class(int class, unsigned char c) { return classes[class].contains(c) != 0; }
