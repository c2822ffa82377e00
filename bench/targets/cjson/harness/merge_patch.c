// Merges a parsed patch into a small fixed document and prints the result.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include <cJSON.h>
#include <cJSON_Utils.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  cJSON *patch = cJSON_ParseWithLength((const char *)data, size);
  if (!patch)
    return 0;
  cJSON *document = cJSON_Parse("{\"a\":{\"b\":1},\"c\":[2]}");
  document = cJSONUtils_MergePatchCaseSensitive(document, patch);
  if (document) {
    char *once = cJSON_PrintUnformatted(document);
    assert(once);
    cJSON_free(once);
  }
  cJSON_Delete(document);
  cJSON_Delete(patch);
  return 0;
}
