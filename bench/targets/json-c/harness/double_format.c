// Formats a double with the flags in the first byte; the text must be a number (or NaN, Infinity) for the parser again.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <json.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  double number;
  if (size != 1 + sizeof number)
    return 0;
  memcpy(&number, data + 1, sizeof number);
  struct json_object *value = json_object_new_double(number);
  if (!value)
    return 0;
  const char *text = json_object_to_json_string_ext(value, data[0] & JSON_C_TO_STRING_NOZERO);
  assert(text);
  struct json_object *again = json_tokener_parse(text);
  assert(again);
  if (number == number)
    assert(json_object_get_double(again) == number);
  json_object_put(again);
  json_object_put(value);
  return 0;
}
