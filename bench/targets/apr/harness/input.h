// What every harness here needs: a pool that lives for one call, and strings cut from the input.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <apr_general.h>
#include <apr_pools.h>

// Starts apr with a fresh pool. No pool means that the memory ran out: the caller returns.
static inline apr_pool_t *begin(void) {
  apr_pool_t *pool = NULL;
  if (apr_initialize() != APR_SUCCESS) return NULL;
  if (apr_pool_create(&pool, NULL) != APR_SUCCESS) return NULL;
  return pool;
}

static inline int end(apr_pool_t *pool) {
  if (pool) apr_pool_destroy(pool);
  apr_terminate();
  return 0;
}

// A heap copy of the bytes as one string, of exactly the needed size.
static inline char *text(const uint8_t *data, size_t size) {
  char *copy = malloc(size + 1);
  if (!copy) abort();
  if (size) memcpy(copy, data, size);
  copy[size] = 0;
  return copy;
}

// Cuts the input at its first NUL into two strings, each in memory of its own; without a NUL the second is empty.
static inline void two_texts(const uint8_t *data, size_t size, char **first, char **second) {
  size_t cut = 0;
  while (cut < size && data[cut]) cut++;
  *first = text(data, cut);
  *second = cut < size ? text(data + cut + 1, size - cut - 1) : text(data, 0);
}
