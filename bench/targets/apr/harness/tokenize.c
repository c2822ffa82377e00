// apr_tokenize_to_argv: a command line into words, with quotes and backslashes.
#include "input.h"
#include <apr_strings.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  apr_pool_t *pool = begin();
  if (!pool) return 0;
  char *line = text(data, size);
  char **words = NULL;
  if (apr_tokenize_to_argv(line, &words, pool) == APR_SUCCESS) {
    size_t total = 0;
    for (char **word = words; *word; word++) total += strlen(*word);
    if (total > size) abort();
  }
  free(line);
  return end(pool);
}
