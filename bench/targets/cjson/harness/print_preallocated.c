// Prints a parsed value into a caller's buffer of the size in the first byte: it fits or is refused, and is never overrun.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cJSON.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2)
    return 0;
  cJSON *value = cJSON_ParseWithLength((const char *)data + 1, size - 1);
  if (!value)
    return 0;
  int room = (data[0] >> 1) + 1;
  char *buffer = malloc((size_t)room);
  if (buffer && cJSON_PrintPreallocated(value, buffer, room, data[0] & 1))
    assert(memchr(buffer, 0, (size_t)room));
  free(buffer);
  cJSON_Delete(value);
  return 0;
}
