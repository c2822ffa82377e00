// Query strings of URLs: "name=value&name=value", with %XX and '+' as escapes.
#ifndef QUERY_H
#define QUERY_H

#include <stddef.h>

struct parameter {
  char *name;
  char *value; // NULL where there is no '='
};

struct query {
  struct parameter *parameters;
  size_t count;
};

// Takes a query string apart. Returns 0, or -1 if an escape is broken or memory is short; then there is nothing to free.
int query_parse(struct query *query, const char *text, size_t size);

// The value of the first parameter with this name, or NULL.
const char *query_get(const struct query *query, const char *name);

void query_free(struct query *query);

#endif
