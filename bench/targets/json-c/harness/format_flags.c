// Formats a strictly parsed value with the flags in the first byte; spaces and indentation must not change what the text means.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <json.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2)
    return 0;
  struct json_tokener *tokener = json_tokener_new();
  if (!tokener)
    return 0;
  json_tokener_set_flags(tokener, JSON_TOKENER_STRICT);
  struct json_object *value = json_tokener_parse_ex(tokener, (const char *)data + 1, (int)size - 1);
  json_tokener_free(tokener);
  if (!value)
    return 0;
  int flags = data[0] & (JSON_C_TO_STRING_SPACED | JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_PRETTY_TAB |
                         JSON_C_TO_STRING_NOSLASHESCAPE);
  const char *text = json_object_to_json_string_ext(value, flags);
  assert(text);
  struct json_object *again = json_tokener_parse(text);
  assert(again);
  const char *plain = json_object_to_json_string_ext(again, JSON_C_TO_STRING_PLAIN);
  const char *expected = json_object_to_json_string_ext(value, JSON_C_TO_STRING_PLAIN);
  assert(plain && expected && strcmp(plain, expected) == 0);
  json_object_put(again);
  json_object_put(value);
  return 0;
}
