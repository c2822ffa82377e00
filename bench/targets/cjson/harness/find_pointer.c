// Parses an object, asks for the pointer to its last member, and follows it back.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include <cJSON.h>
#include <cJSON_Utils.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  cJSON *document = cJSON_ParseWithLength((const char *)data, size);
  if (document && document->child) {
    cJSON *last = document->child;
    while (last->next)
      last = last->next;
    char *path = cJSONUtils_FindPointerFromObjectTo(document, last);
    assert(path && path[0] == '/');
    (void)cJSONUtils_GetPointerCaseSensitive(document, path);
    cJSON_free(path);
  }
  cJSON_Delete(document);
  return 0;
}
