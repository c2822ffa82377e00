// Minifies text in place. It never grows, and valid JSON stays valid.
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
  size_t before = strlen(text);
  cJSON *value = cJSON_Parse(text);
  cJSON_Minify(text);
  size_t after = strlen(text);
  assert(after <= before);
  if (value) {
    cJSON *again = cJSON_Parse(text);
    assert(again);
    cJSON_Delete(again);
  }
  cJSON_Delete(value);
  free(text);
  return 0;
}
