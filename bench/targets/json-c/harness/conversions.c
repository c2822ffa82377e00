// Parses a value and asks for it as every type; integers are clamped to their range, never wrapped.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include <json.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct json_tokener *tokener = json_tokener_new();
  if (!tokener)
    return 0;
  struct json_object *value = json_tokener_parse_ex(tokener, (const char *)data, (int)size);
  json_tokener_free(tokener);
  if (!value)
    return 0;
  // json-c converts a NaN to an integer, which C leaves undefined.
  double real = json_object_get_double(value);
  if (real != real) {
    json_object_put(value);
    return 0;
  }
  int32_t narrow = json_object_get_int(value);
  int64_t wide = json_object_get_int64(value);
  uint64_t natural = json_object_get_uint64(value);
  (void)json_object_get_boolean(value);
  assert(json_object_get_string(value));
  if (json_object_is_type(value, json_type_int)) {
    assert(narrow == (wide > INT32_MAX ? INT32_MAX : wide < INT32_MIN ? INT32_MIN : (int32_t)wide));
    assert(wide < 0 ? natural == 0 : natural >= (uint64_t)wide);
    json_object_int_inc(value, 1);
    assert(json_object_get_int64(value) >= wide);
  }
  json_object_put(value);
  return 0;
}
