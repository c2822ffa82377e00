// Applies a parsed JSON patch to a small fixed document.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include <cJSON.h>
#include <cJSON_Utils.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  cJSON *patches = cJSON_ParseWithLength((const char *)data, size);
  cJSON *document = cJSON_Parse("{\"a\":{\"b\":1},\"c\":[2]}");
  if (patches && document) {
    int refused = cJSONUtils_ApplyPatchesCaseSensitive(document, patches);
    if (!cJSON_IsArray(patches))
      assert(refused);
  }
  cJSON_Delete(document);
  cJSON_Delete(patches);
  return 0;
}
