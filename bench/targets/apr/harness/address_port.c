// apr_parse_addr_port: "host:port", "[v6%scope]:port" or only a port.
#include "input.h"
#include <apr_network_io.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  apr_pool_t *pool = begin();
  if (!pool) return 0;
  char *line = text(data, size), *host = NULL, *scope = NULL;
  apr_port_t port = 0;
  if (apr_parse_addr_port(&host, &scope, &port, line, pool) == APR_SUCCESS && host && strlen(host) > size) abort();
  free(line);
  return end(pool);
}
