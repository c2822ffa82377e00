/* Messages in other languages: there are none in the "C" locale, so every message is its own translation. */
#include <libintl.h>
#include <stdlib.h>
#include <string.h>

char *(gettext)(const char *message) { return (char *)message; }

char *(dgettext)(const char *domain, const char *message) {
  (void)domain;
  return (char *)message;
}

char *(dcgettext)(const char *domain, const char *message, int category) {
  (void)domain, (void)category;
  return (char *)message;
}

char *(ngettext)(const char *one, const char *many, unsigned long n) { return (char *)(n == 1 ? one : many); }

char *(dngettext)(const char *domain, const char *one, const char *many, unsigned long n) {
  (void)domain;
  return (char *)(n == 1 ? one : many);
}

char *(dcngettext)(const char *domain, const char *one, const char *many, unsigned long n, int category) {
  (void)domain, (void)category;
  return (char *)(n == 1 ? one : many);
}

char *textdomain(const char *domain) {
  static char *current = (char *)"messages";
  if (!domain) return current;
  char *copy = strdup(*domain ? domain : "messages");
  if (copy) current = copy;
  return copy;
}

/* Where catalogues are looked for does not matter, but the name is given back. */
char *bindtextdomain(const char *domain, const char *directory) {
  if (!domain || !*domain) return NULL;
  return (char *)(directory ? directory : "/usr/share/locale");
}

char *bind_textdomain_codeset(const char *domain, const char *codeset) {
  if (!domain || !*domain) return NULL;
  return (char *)codeset;
}
