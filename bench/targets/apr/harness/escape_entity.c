// Entities as in HTML: any text unescaped, and text escaped and read back.
#include "input.h"
#include <apr_escape.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  apr_pool_t *pool = begin();
  if (!pool) return 0;
  char *line = text(data, size);
  apr_punescape_entity(pool, line);
  const char *back = apr_punescape_entity(pool, apr_pescape_entity(pool, line, 0));
  if (!back || strcmp(back, line) != 0) abort();
  apr_pescape_entity(pool, line, 1);
  free(line);
  return end(pool);
}
