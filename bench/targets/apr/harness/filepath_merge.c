// apr_filepath_merge: the input is a byte of flags, then "root NUL path".
#include "input.h"
#include <apr_file_info.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 1) return 0;
  apr_pool_t *pool = begin();
  if (!pool) return 0;
  char *root, *path, *merged = NULL;
  two_texts(data + 1, size - 1, &root, &path);
  apr_int32_t flags = data[0] & (APR_FILEPATH_SECUREROOT | APR_FILEPATH_NOTRELATIVE | APR_FILEPATH_NOTABSOLUTE);
  if (apr_filepath_merge(&merged, root, path, flags, pool) == APR_SUCCESS && !merged) abort();
  free(root);
  free(path);
  return end(pool);
}
