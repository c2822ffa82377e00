// parse_strict_transport_security: max-age and includeSubDomains.
#include "src/http.c"
#include "wget_input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  begin();
  char *header = text(data, size);
  time_t age = 0;
  bool subdomains = false;
  parse_strict_transport_security(header, &age, &subdomains);
  free(header);
  return 0;
}
