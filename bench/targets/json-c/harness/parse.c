// Drives the tokener with its default, lenient flags on the whole input at once.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include <json.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct json_tokener *tokener = json_tokener_new();
  if (!tokener)
    return 0;
  struct json_object *value = json_tokener_parse_ex(tokener, (const char *)data, (int)size);
  if (value)
    assert(json_tokener_get_error(tokener) == json_tokener_success);
  assert(json_tokener_get_parse_end(tokener) <= size);
  json_object_put(value);
  json_tokener_free(tokener);
  return 0;
}
