// Walks a parsed document; the first byte says after how many values the walk skips, pops or stops.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include <json.h>
#include <json_visit.h>

struct walk {
  unsigned seen, turn, answer;
};

static int visit(json_object *value, int flags, json_object *parent, const char *key, size_t *index, void *context) {
  struct walk *walk = context;
  assert(!key || json_object_is_type(parent, json_type_object));
  assert(!index || json_object_array_get_idx(parent, *index) == value);
  if (flags == JSON_C_VISIT_SECOND)
    return JSON_C_VISIT_RETURN_CONTINUE;
  if (walk->seen++ != walk->turn)
    return JSON_C_VISIT_RETURN_CONTINUE;
  switch (walk->answer) {
    case 0: return JSON_C_VISIT_RETURN_SKIP;
    case 1: return JSON_C_VISIT_RETURN_POP;
    default: return JSON_C_VISIT_RETURN_STOP;
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2)
    return 0;
  struct json_tokener *tokener = json_tokener_new();
  if (!tokener)
    return 0;
  struct json_object *value = json_tokener_parse_ex(tokener, (const char *)data + 1, (int)size - 1);
  json_tokener_free(tokener);
  struct walk walk = {0, data[0] & 7u, (data[0] >> 3) % 3u};
  if (value) {
    int result = json_c_visit(value, 0, visit, &walk);
    assert(result == 0 && walk.seen >= 1);
  }
  json_object_put(value);
  return 0;
}
