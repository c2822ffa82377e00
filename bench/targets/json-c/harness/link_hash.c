// Drives the hash table below objects: each input byte inserts or deletes a one-letter key, and a simple model must agree.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include <json.h>
#include <linkhash.h>

enum { KEYS = 4 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const names[KEYS] = {"a", "b", "c", "d"};
  const void *model[KEYS] = {NULL};
  int count = 0;
  struct lh_table *table = lh_kchar_table_new(2, NULL);
  if (!table)
    return 0;
  for (size_t i = 0; i < size; i++) {
    unsigned key = data[i] % KEYS;
    struct lh_entry *entry = lh_table_lookup_entry(table, names[key]);
    assert(!entry == !model[key]);
    if (data[i] & 0x80) {
      int result = lh_table_delete(table, names[key]);
      assert((result == 0) == (model[key] != NULL));
      count -= model[key] != NULL;
      model[key] = NULL;
    } else if (!entry) {
      if (lh_table_insert(table, names[key], data + i) != 0)
        break;
      model[key] = data + i;
      count++;
    }
    assert(lh_table_length(table) == count);
  }
  for (unsigned key = 0; key < KEYS; key++) {
    void *value = NULL;
    json_bool found = lh_table_lookup_ex(table, names[key], &value);
    assert(found == (model[key] != NULL) && (!found || value == model[key]));
  }
  lh_table_free(table);
  return 0;
}
