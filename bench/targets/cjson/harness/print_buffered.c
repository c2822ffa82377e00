// Prints a parsed value through a buffer whose first size the input chooses; it must print what the plain printer does.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cJSON.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2)
    return 0;
  cJSON *value = cJSON_ParseWithLength((const char *)data + 1, size - 1);
  if (!value)
    return 0;
  cJSON_bool format = data[0] & 1;
  char *buffered = cJSON_PrintBuffered(value, data[0] >> 1, format);
  char *plain = format ? cJSON_Print(value) : cJSON_PrintUnformatted(value);
  if (buffered && plain)
    assert(strcmp(buffered, plain) == 0);
  cJSON_free(plain);
  cJSON_free(buffered);
  cJSON_Delete(value);
  return 0;
}
