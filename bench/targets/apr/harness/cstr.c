// apr_cstr: a list split at separators and matched against globs; the input is "list NUL word".
#include "input.h"
#include <apr_cstr.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  apr_pool_t *pool = begin();
  if (!pool) return 0;
  char *line, *word;
  two_texts(data, size, &line, &word);
  apr_array_header_t *list = apr_cstr_split(line, ",;", 1, pool);
  apr_cstr_match_glob_list(word, list);
  apr_cstr_match_list(word, list);
  apr_cstr_casecmp(line, word);
  apr_cstr_casecmpn(line, word, 3);
  apr_cstr_skip_prefix(line, word);
  if (apr_cstr_count_newlines(line) > (int)size) abort();
  free(line);
  free(word);
  return end(pool);
}
