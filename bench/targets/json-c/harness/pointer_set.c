// Sets a value at a JSON pointer of unknown text; unless it was appended (`-`), the pointer then leads to it.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <json.h>
#include <json_pointer.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  // An index makes the array that long, so long numbers are not asked for.
  if (size > 6)
    return 0;
  char *path = malloc(size + 1);
  struct json_object *document = json_tokener_parse("{\"a\":[1,{\"b\":2}]}");
  struct json_object *value = json_object_new_int(7);
  if (path && document && value) {
    memcpy(path, data, size);
    path[size] = 0;
    if (json_pointer_set(&document, path, value) == 0) {
      struct json_object *found = NULL;
      value = NULL; // the document owns it now
      size_t length = strlen(path);
      if (length == 0 || path[length - 1] != '-') {
        int result = json_pointer_get(document, path, &found);
        assert(result == 0 && json_object_get_int(found) == 7);
      }
    }
  }
  json_object_put(value);
  json_object_put(document);
  free(path);
  return 0;
}
