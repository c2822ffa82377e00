// Parses strictly, formats, parses what was formatted and formats again: both texts must be equal.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <json.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct json_tokener *tokener = json_tokener_new();
  if (!tokener)
    return 0;
  json_tokener_set_flags(tokener, JSON_TOKENER_STRICT);
  struct json_object *value = json_tokener_parse_ex(tokener, (const char *)data, (int)size);
  json_tokener_free(tokener);
  if (!value)
    return 0;
  size_t length = 0;
  const char *text = json_object_to_json_string_length(value, JSON_C_TO_STRING_PLAIN, &length);
  assert(text && strlen(text) == length);
  struct json_object *again = json_tokener_parse(text);
  assert(again);
  const char *text_again = json_object_to_json_string_ext(again, JSON_C_TO_STRING_PLAIN);
  assert(text_again && strcmp(text, text_again) == 0);
  json_object_put(again);
  json_object_put(value);
  return 0;
}
