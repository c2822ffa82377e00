// apr_table: pairs "key NUL value NUL ..." added, set, merged, overlapped and compressed.
#include "input.h"
#include <apr_tables.h>

static int count(void *context, const char *key, const char *value) {
  *(size_t *)context += strlen(key) + strlen(value);
  return 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  apr_pool_t *pool = begin();
  if (!pool) return 0;
  char *line = text(data, size);
  apr_table_t *table = apr_table_make(pool, 1);
  int turn = 0;
  for (size_t at = 0; at < size; turn++) {
    const char *key = line + at;
    at += strlen(key) + 1;
    const char *value = at < size ? line + at : "";
    at += strlen(value) + 1;
    if (turn % 3 == 0) apr_table_add(table, key, value);
    if (turn % 3 == 1) apr_table_merge(table, key, value);
    if (turn % 3 == 2) apr_table_set(table, key, value);
    if (!apr_table_get(table, key)) abort();
  }
  apr_table_compress(table, APR_OVERLAP_TABLES_MERGE);
  apr_table_t *both = apr_table_overlay(pool, table, table);
  apr_table_overlap(both, table, APR_OVERLAP_TABLES_SET);
  size_t total = 0;
  apr_table_do(count, &total, both, NULL);
  apr_table_unset(table, line);
  if (apr_table_get(table, line)) abort();
  free(line);
  return end(pool);
}
