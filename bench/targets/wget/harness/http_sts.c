// parse_strict_transport_security: max-age and includeSubDomains.
// A build without TLS leaves this code out, and has no https: another scheme stands in for it.
#define HAVE_HSTS 1
#define SCHEME_HTTPS SCHEME_HTTP
#include "src/http.c"
#include "src/hsts.c"
#include "wget_input.h"

hsts_store_t hsts_store;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  begin();
  char *header = text(data, size);
  time_t age = 0;
  bool subdomains = false;
  parse_strict_transport_security(header, &age, &subdomains);
  free(header);
  return 0;
}
