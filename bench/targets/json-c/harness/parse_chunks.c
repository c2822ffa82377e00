// Drives the strict tokener with an input that arrives in two pieces. Where the first byte says to split must make no difference.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <json.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2)
    return 0;
  const char *text = (const char *)data + 1;
  int length = (int)size - 1, first = data[0] % length;
  struct json_tokener *whole = json_tokener_new(), *pieces = json_tokener_new();
  if (!whole || !pieces) {
    if (whole)
      json_tokener_free(whole);
    if (pieces)
      json_tokener_free(pieces);
    return 0;
  }
  json_tokener_set_flags(whole, JSON_TOKENER_STRICT);
  json_tokener_set_flags(pieces, JSON_TOKENER_STRICT);
  struct json_object *expected = json_tokener_parse_ex(whole, text, length);
  struct json_object *value = json_tokener_parse_ex(pieces, text, first);
  // Only an unfinished value goes on with the second piece; a number at the end of a piece is unfinished too.
  if (json_tokener_get_error(pieces) == json_tokener_continue) {
    value = json_tokener_parse_ex(pieces, text + first, length - first);
    assert(!value == !expected);
    if (value) {
      const char *left = json_object_to_json_string(expected), *right = json_object_to_json_string(value);
      assert(left && right && strcmp(left, right) == 0);
    }
  }
  json_object_put(value);
  json_object_put(expected);
  json_tokener_free(pieces);
  json_tokener_free(whole);
  return 0;
}
