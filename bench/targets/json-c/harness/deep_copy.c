// Copies a parsed document: the copy formats to the same text, and equals it unless there is a NaN inside.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <json.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct json_tokener *tokener = json_tokener_new();
  if (!tokener)
    return 0;
  struct json_object *value = json_tokener_parse_ex(tokener, (const char *)data, (int)size), *copy = NULL;
  json_tokener_free(tokener);
  if (value && json_object_deep_copy(value, &copy, NULL) == 0) {
    const char *text = json_object_to_json_string(value), *copied = json_object_to_json_string(copy);
    assert(text && copied && strcmp(text, copied) == 0);
    if (!strstr(text, "NaN"))
      assert(json_object_equal(value, copy));
  }
  json_object_put(copy);
  json_object_put(value);
  return 0;
}
