// check_domain_match and the numeric address test: may this host set a cookie for this domain? The input is "domain NUL host".
#include "src/cookies.c"
#include "wget_input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  begin();
  char *domain, *host;
  two_texts(data, size, &domain, &host);
  // An empty domain never gets here: parse_set_cookie refuses it.
  if (*domain) check_domain_match(domain, host);
  path_matches(domain, host);
  free(domain);
  free(host);
  return 0;
}
