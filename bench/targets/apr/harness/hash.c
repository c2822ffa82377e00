// apr_hash: one-byte to four-byte keys set, found and deleted; the number of entries must agree with a plain count.
#include "input.h"
#include <apr_hash.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  apr_pool_t *pool = begin();
  if (!pool) return 0;
  apr_hash_t *hash = apr_hash_make(pool);
  unsigned expected = 0;
  for (size_t at = 0; at < size; at += 2) {
    apr_ssize_t length = data[at] % 4 + 1;
    if (at + length > size) break;
    int present = apr_hash_get(hash, data + at, length) != NULL, add = data[at] & 4;
    apr_hash_set(hash, data + at, length, add ? data + at : NULL);
    expected += (unsigned)(add ? !present : -present);
  }
  if (apr_hash_count(hash) != expected) abort();
  unsigned seen = 0;
  for (apr_hash_index_t *index = apr_hash_first(pool, hash); index; index = apr_hash_next(index)) seen++;
  if (seen != expected) abort();
  return end(pool);
}
