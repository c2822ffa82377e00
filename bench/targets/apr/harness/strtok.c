// apr_strtok and apr_cstr_tokenize: the input is "separators NUL text".
#include "input.h"
#include <apr_cstr.h>
#include <apr_strings.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  apr_pool_t *pool = begin();
  if (!pool) return 0;
  char *separators, *line, *state = NULL;
  two_texts(data, size, &separators, &line);
  char *other = text((const uint8_t *)line, strlen(line));
  size_t words = 0;
  for (char *word = apr_strtok(line, separators, &state); word; word = apr_strtok(NULL, separators, &state)) words++;
  char *rest = other;
  if (*separators)
    while (apr_cstr_tokenize(separators, &rest)) words++;
  if (words > 2 * size) abort();
  free(other);
  free(line);
  free(separators);
  return end(pool);
}
