// Parses, prints without spaces, parses that and prints again: both texts must be equal.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cJSON.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  cJSON *value = cJSON_ParseWithLength((const char *)data, size);
  if (!value)
    return 0;
  char *text = cJSON_PrintUnformatted(value);
  assert(text);
  cJSON *again = cJSON_Parse(text);
  assert(again);
  char *text_again = cJSON_PrintUnformatted(again);
  assert(text_again && strcmp(text, text_again) == 0);
  cJSON_free(text_again);
  cJSON_free(text);
  cJSON_Delete(again);
  cJSON_Delete(value);
  return 0;
}
