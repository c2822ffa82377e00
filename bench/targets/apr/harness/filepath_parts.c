// apr_filepath_root, apr_filepath_name_get, and a search path split and joined again.
#include "input.h"
#include <apr_file_info.h>
#include <apr_lib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  apr_pool_t *pool = begin();
  if (!pool) return 0;
  char *path = text(data, size);
  const char *root = NULL, *rest = path;
  apr_array_header_t *parts = NULL;
  apr_filepath_root(&root, &rest, 0, pool);
  if (rest < path || rest > path + size) abort();
  apr_filepath_name_get(path);
  if (apr_filepath_list_split(&parts, path, pool) == APR_SUCCESS) {
    char *joined = NULL;
    if (apr_filepath_list_merge(&joined, parts, pool) == APR_SUCCESS && joined && strlen(joined) > size) abort();
  }
  free(path);
  return end(pool);
}
