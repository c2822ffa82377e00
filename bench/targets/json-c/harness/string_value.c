// Formats a string of arbitrary bytes and parses it back: escapes must give the same bytes.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <json.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct json_object *value = json_object_new_string_len((const char *)data, (int)size);
  if (!value)
    return 0;
  const char *text = json_object_to_json_string_ext(value, JSON_C_TO_STRING_PLAIN);
  assert(text);
  struct json_object *again = json_tokener_parse(text);
  assert(again && json_object_is_type(again, json_type_string));
  assert((size_t)json_object_get_string_len(again) == size);
  assert(memcmp(json_object_get_string(again), data, size) == 0);
  json_object_put(again);
  json_object_put(value);
  return 0;
}
