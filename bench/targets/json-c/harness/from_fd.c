// Reads a document from a file descriptor, and writes it to another.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <json.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  FILE *file = tmpfile();
  if (!file)
    return 0;
  if (fwrite(data, 1, size, file) == size && fflush(file) == 0 && fseek(file, 0, SEEK_SET) == 0) {
    struct json_object *value = json_object_from_fd_ex(fileno(file), 8);
    if (value) {
      FILE *copy = tmpfile();
      if (copy) {
        int written = json_object_to_fd(fileno(copy), value, JSON_C_TO_STRING_PLAIN);
        assert(written == 0);
        fclose(copy);
      }
      json_object_put(value);
    } else {
      (void)json_util_get_last_err();
    }
  }
  fclose(file);
  return 0;
}
