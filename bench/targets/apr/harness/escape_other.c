// Shell, log-file, LDAP and hexadecimal escaping; the hexadecimal form must read back.
#include "input.h"
#include <apr_escape.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  apr_pool_t *pool = begin();
  if (!pool) return 0;
  char *line = text(data, size);
  apr_pescape_shell(pool, line);
  apr_pescape_echo(pool, line, 1);
  apr_pescape_ldap(pool, data, (apr_ssize_t)size, APR_ESCAPE_LDAP_ALL);
  apr_size_t length = 0;
  apr_punescape_hex(pool, line, 1, &length);
  const char *coded = apr_pescape_hex(pool, data, size, 1);
  if (coded) {
    const void *back = apr_punescape_hex(pool, coded, 1, &length);
    if (!back || length != size || memcmp(back, data, size) != 0) abort();
  }
  free(line);
  return end(pool);
}
