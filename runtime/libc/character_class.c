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

int __bowline_class_named(const char *name, const char *close, size_t *length) {
  const char *end = strstr(name, close);
  if (!end) return -1;
  *length = (size_t)(end - name);
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
    if (strlen(classes[i].name) == *length && !memcmp(classes[i].name, name, *length)) return (int)i;
  }
  return -2;
}

int __bowline_in_class(int class, unsigned char c) { return classes[class].contains(c) != 0; }
