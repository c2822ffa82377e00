// One function of json-c for each subject of `./x bench patterns`; which one runs is chosen by -DRUN=subject_NAME. The input is one text.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <json.h>

#define SUBJECT(name) static inline void subject_##name(char *line, size_t size)
#define UNUSED (void)line, (void)size

SUBJECT(parse_int64) {
  UNUSED;
  int64_t number;
  json_parse_int64(line, &number);
}

SUBJECT(parse_uint64) {
  UNUSED;
  uint64_t number;
  json_parse_uint64(line, &number);
}

SUBJECT(string_length) {
  struct json_object *value = json_object_new_string(line);
  if (!value) return;
  if ((size_t)json_object_get_string_len(value) > size) abort();
  json_object_put(value);
}

SUBJECT(string_as_boolean) {
  UNUSED;
  struct json_object *value = json_object_new_string(line);
  if (!value) return;
  if (json_object_get_boolean(value) != (line[0] != 0)) abort();
  json_object_put(value);
}

SUBJECT(string_as_number) {
  UNUSED;
  struct json_object *value = json_object_new_string(line);
  if (!value) return;
  json_object_get_int64(value);
  json_object_put(value);
}

SUBJECT(append_to_buffer) {
  struct printbuf *buffer = printbuf_new();
  if (!buffer) return;
  printbuf_memappend(buffer, line, (int)strlen(line));
  if (printbuf_length(buffer) > (int)size) abort();
  printbuf_free(buffer);
}

SUBJECT(equal_strings) {
  UNUSED;
  struct json_object *one = json_object_new_string(line), *other = json_object_new_string("key value");
  if (one && other && json_object_equal(one, other) && line[0] != 'k') abort();
  json_object_put(one);
  json_object_put(other);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *line = malloc(size + 1);
  if (!line) return 0;
  if (size) memcpy(line, data, size);
  line[size] = 0;
  RUN(line, size);
  free(line);
  return 0;
}
