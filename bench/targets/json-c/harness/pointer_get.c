// Looks a JSON pointer of unknown text up in a small fixed document.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <json.h>
#include <json_pointer.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *path = malloc(size + 1);
  struct json_object *document = json_tokener_parse("{\"a\":[1,{\"b/\":2}],\"\":3,\"~\":[]}");
  if (path && document) {
    memcpy(path, data, size);
    path[size] = 0;
    struct json_object *found = NULL;
    if (json_pointer_get(document, path, &found) == 0 && path[0] == 0)
      assert(found == document);
  }
  json_object_put(document);
  free(path);
  return 0;
}
