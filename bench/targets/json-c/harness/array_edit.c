// Edits an array as the input says: add, put at an index, delete a range; its length must follow.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include <json.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct json_object *array = json_object_new_array_ext(1);
  if (!array)
    return 0;
  for (size_t i = 0; i + 1 < size; i += 2) {
    size_t length = json_object_array_length(array), index = data[i + 1] & 0x0f;
    if ((data[i] & 3) == 3) {
      size_t count = (data[i] >> 2) & 3;
      int result = json_object_array_del_idx(array, index, count);
      assert(json_object_array_length(array) == (result == 0 ? length - count : length));
      continue;
    }
    struct json_object *value = json_object_new_int(data[i]);
    int result = (data[i] & 3) == 0 ? json_object_array_add(array, value) : json_object_array_put_idx(array, index, value);
    if (result != 0) {
      json_object_put(value);
      break;
    }
    size_t at = (data[i] & 3) == 0 ? length : index;
    assert(json_object_get_int(json_object_array_get_idx(array, at)) == data[i]);
    assert(json_object_array_length(array) == (at >= length ? at + 1 : length));
  }
  assert(json_object_to_json_string(array));
  json_object_put(array);
  return 0;
}
