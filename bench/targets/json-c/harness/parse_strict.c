// Drives the tokener in strict mode. Whatever strict mode accepts, the lenient mode must accept too, with an equal value.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include <json.h>

static struct json_object *parse(const uint8_t *data, size_t size, int flags, enum json_tokener_error *error) {
  struct json_tokener *tokener = json_tokener_new();
  if (!tokener) {
    *error = json_tokener_error_depth;
    return NULL;
  }
  json_tokener_set_flags(tokener, flags);
  struct json_object *value = json_tokener_parse_ex(tokener, (const char *)data, (int)size);
  *error = json_tokener_get_error(tokener);
  json_tokener_free(tokener);
  return value;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  enum json_tokener_error strict_error, lenient_error;
  struct json_object *strict = parse(data, size, JSON_TOKENER_STRICT, &strict_error);
  if (strict) {
    struct json_object *lenient = parse(data, size, 0, &lenient_error);
    assert(lenient && lenient_error == json_tokener_success);
    assert(json_object_get_type(strict) == json_object_get_type(lenient));
    json_object_put(lenient);
  }
  json_object_put(strict);
  return 0;
}
