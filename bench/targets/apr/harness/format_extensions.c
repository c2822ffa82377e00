// The conversions that only apr_snprintf has: %pA for an address and %pF for a size with a unit.
#include "input.h"
#include <apr_strings.h>
#include <netinet/in.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  apr_off_t bytes;
  struct in_addr address;
  if (size < 1 + sizeof bytes + sizeof address) return 0;
  size_t room = data[0] % 24 + 1;
  memcpy(&bytes, data + 1, sizeof bytes);
  memcpy(&address, data + 1 + sizeof bytes, sizeof address);
  char *buffer = malloc(room);
  if (!buffer) abort();
  apr_snprintf(buffer, room, "%pF", &bytes);
  apr_snprintf(buffer, room, "%pA", &address);
  if (memchr(buffer, 0, room) == NULL) abort();
  free(buffer);
  return 0;
}
