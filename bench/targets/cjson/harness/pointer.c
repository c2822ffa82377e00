// Looks a JSON pointer of unknown text up in a small fixed document, with and without regard to case.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cJSON.h>
#include <cJSON_Utils.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *path = malloc(size + 1);
  cJSON *document = cJSON_Parse("{\"a\":[1,{\"b/\":2}],\"\":3,\"~\":[]}");
  if (path && document) {
    memcpy(path, data, size);
    path[size] = 0;
    cJSON *exact = cJSONUtils_GetPointerCaseSensitive(document, path);
    cJSON *found = cJSONUtils_GetPointer(document, path);
    // No two keys of the document differ in case only.
    assert(!exact || exact == found);
  }
  cJSON_Delete(document);
  free(path);
  return 0;
}
