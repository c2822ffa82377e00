// is_valid_ipv4_address and is_valid_ipv6_address.
#include "src/host.c"
#include "wget_input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  begin();
  char *address = text(data, size);
  bool old = is_valid_ipv4_address(address, address + size), new = is_valid_ipv6_address(address, address + size);
  if (old && new) abort();
  free(address);
  return 0;
}
