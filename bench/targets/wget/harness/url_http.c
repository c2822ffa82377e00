// url_parse behind "http://": user, password, host, port, path, parameters, query and fragment.
#include "wget_input.h"
#include "url.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  begin();
  char *address = malloc(size + 8);
  if (!address) abort();
  memcpy(address, "http://", 7);
  if (size) memcpy(address + 7, data, size);
  address[size + 7] = 0;
  struct url *url = url_parse(address, NULL, NULL, false);
  if (url) {
    if (url->port < 0 || url->port > 65535 || !*url->host) abort();
    url_free(url);
  }
  free(address);
  return 0;
}
