// Parses a string that must end with its value. What this accepts, the parser without that demand must accept too.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cJSON.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1);
  if (!text)
    return 0;
  memcpy(text, data, size);
  text[size] = 0;
  const char *end = NULL;
  cJSON *value = cJSON_ParseWithOpts(text, &end, 1);
  if (value) {
    assert(*end == 0);
    cJSON *lenient = cJSON_Parse(text);
    assert(lenient && lenient->type == value->type);
    cJSON_Delete(lenient);
  }
  cJSON_Delete(value);
  free(text);
  return 0;
}
