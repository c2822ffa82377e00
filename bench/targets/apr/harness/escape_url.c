// URL escaping: apr_punescape_url with characters that must stay, and path segments and form values escaped and read back.
#include "input.h"
#include <apr_escape.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  apr_pool_t *pool = begin();
  if (!pool) return 0;
  char *line = text(data, size);
  apr_punescape_url(pool, line, "/", "%", 1);
  const char *form = apr_pescape_urlencoded(pool, line);
  const char *back = apr_punescape_url(pool, form, NULL, NULL, 1);
  if (!back || strcmp(back, line) != 0) abort();
  apr_pescape_path(pool, line, 0);
  apr_pescape_path_segment(pool, line);
  free(line);
  return end(pool);
}
