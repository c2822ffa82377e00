// Drives the tokener's UTF-8 validation: strict, with characters allowed after the value.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include <json.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct json_tokener *tokener = json_tokener_new_ex(4);
  if (!tokener)
    return 0;
  json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_ALLOW_TRAILING_CHARS | JSON_TOKENER_VALIDATE_UTF8);
  struct json_object *value = json_tokener_parse_ex(tokener, (const char *)data, (int)size);
  const char *description = json_tokener_error_desc(json_tokener_get_error(tokener));
  assert(description && description[0]);
  json_object_put(value);
  json_tokener_free(tokener);
  return 0;
}
