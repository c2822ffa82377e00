// apr_ipsubnet_create: the input is "address NUL mask", as in an access rule.
#include "input.h"
#include <apr_network_io.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  apr_pool_t *pool = begin();
  if (!pool) return 0;
  char *address, *mask;
  two_texts(data, size, &address, &mask);
  apr_ipsubnet_t *subnet = NULL;
  apr_ipsubnet_create(&subnet, address, *mask ? mask : NULL, pool);
  free(address);
  free(mask);
  return end(pool);
}
