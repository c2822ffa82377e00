// Generates the patch from a fixed document to a parsed one, and applies it.
#include <stddef.h>
#include <stdint.h>

#include <cJSON.h>
#include <cJSON_Utils.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  cJSON *to = cJSON_ParseWithLength((const char *)data, size);
  cJSON *from = cJSON_Parse("{\"a\":[1,2],\"b\":{\"c\":3}}");
  if (to && from) {
    cJSON *patches = cJSONUtils_GeneratePatchesCaseSensitive(from, to);
    if (patches)
      (void)cJSONUtils_ApplyPatchesCaseSensitive(from, patches);
    cJSON_Delete(patches);
  }
  cJSON_Delete(from);
  cJSON_Delete(to);
  return 0;
}
