// Applies one JSON patch operation to a fixed document: the first byte chooses it, the rest is the path (and `from`).
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cJSON.h>
#include <cJSON_Utils.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const operations[] = {"add", "remove", "replace", "move", "copy", "test", "unheard-of"};
  if (size < 1)
    return 0;
  char *path = malloc(size);
  cJSON *patches = cJSON_CreateArray(), *operation = cJSON_CreateObject();
  cJSON *document = cJSON_Parse("{\"a\":[1,2],\"b\":{\"c\":3}}");
  if (path && patches && operation && document) {
    memcpy(path, data + 1, size - 1);
    path[size - 1] = 0;
    cJSON_AddItemToArray(patches, operation);
    cJSON_AddStringToObject(operation, "op", operations[data[0] % 7]);
    cJSON_AddStringToObject(operation, "path", path);
    cJSON_AddStringToObject(operation, "from", "/a");
    cJSON_AddNumberToObject(operation, "value", 3);
    int refused = cJSONUtils_ApplyPatchesCaseSensitive(document, patches);
    assert(data[0] % 7 != 6 || refused);
    operation = NULL; // the array owns it
  }
  cJSON_Delete(document);
  cJSON_Delete(operation);
  cJSON_Delete(patches);
  free(path);
  return 0;
}
