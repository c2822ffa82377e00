// Duplicates a parsed value: the copy prints like the original, and sorting its members loses none.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cJSON.h>
#include <cJSON_Utils.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  cJSON *value = cJSON_ParseWithLength((const char *)data, size);
  if (!value)
    return 0;
  cJSON *copy = cJSON_Duplicate(value, 1);
  if (copy) {
    char *original = cJSON_PrintUnformatted(value), *copied = cJSON_PrintUnformatted(copy);
    assert(original && copied && strcmp(original, copied) == 0);
    cJSON_free(copied);
    cJSON_free(original);
    cJSONUtils_SortObjectCaseSensitive(copy);
    assert(cJSON_GetArraySize(copy) == cJSON_GetArraySize(value));
  }
  cJSON_Delete(copy);
  cJSON_Delete(value);
  return 0;
}
