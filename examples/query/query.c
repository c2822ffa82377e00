#include "query.h"

#include <stdlib.h>
#include <string.h>

static int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// A new string with the escapes of `text` resolved, or NULL.
static char *decode(const char *text, size_t size) {
  char *decoded = malloc(size + 1);
  if (!decoded) return NULL;
  size_t length = 0;
  for (size_t at = 0; at < size; at++) {
    char c = text[at];
    if (c == '+') {
      c = ' ';
    } else if (c == '%') {
      if (at + 1 >= size) goto broken;
      // One digit is checked to be there, two are read: an escape cut off at the end reads past it.
      int high = hex_digit(text[at + 1]), low = hex_digit(text[at + 2]);
      if (high < 0 || low < 0) goto broken;
      c = (char)(high << 4 | low);
      at += 2;
    }
    decoded[length++] = c;
  }
  decoded[length] = 0;
  return decoded;

broken:
  free(decoded);
  return NULL;
}

static int add(struct query *query, const char *text, size_t size) {
  struct parameter *more = realloc(query->parameters, (query->count + 1) * sizeof *more);
  if (!more) return -1;
  query->parameters = more;
  struct parameter *parameter = &more[query->count];
  const char *equals = memchr(text, '=', size);
  size_t name_size = equals ? (size_t)(equals - text) : size;
  parameter->name = decode(text, name_size);
  if (!parameter->name) return -1;
  parameter->value = NULL;
  query->count++;
  if (!equals) return 0;
  parameter->value = decode(equals + 1, size - name_size - 1);
  return parameter->value ? 0 : -1;
}

int query_parse(struct query *query, const char *text, size_t size) {
  *query = (struct query){NULL, 0};
  while (size > 0) {
    const char *end = memchr(text, '&', size);
    size_t part = end ? (size_t)(end - text) : size;
    if (part > 0 && add(query, text, part) < 0) {
      query_free(query);
      return -1;
    }
    if (!end) break;
    text += part + 1;
    size -= part + 1;
  }
  return 0;
}

const char *query_get(const struct query *query, const char *name) {
  for (size_t i = 0; i < query->count; i++)
    if (strcmp(query->parameters[i].name, name) == 0) return query->parameters[i].value;
  return NULL;
}

void query_free(struct query *query) {
  for (size_t i = 0; i < query->count; i++) {
    free(query->parameters[i].name);
    free(query->parameters[i].value);
  }
  free(query->parameters);
  *query = (struct query){NULL, 0};
}
