// apr_getopt: the input is cut at NULs into up to four arguments.
#include "input.h"
#include <apr_getopt.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  apr_pool_t *pool = begin();
  if (!pool) return 0;
  char *line = text(data, size);
  const char *arguments[6] = {"program"};
  int count = 1;
  for (size_t at = 0; at < size && count < 5; at += strlen(line + at) + 1) arguments[count++] = line + at;
  apr_getopt_t *options;
  if (apr_getopt_init(&options, pool, count, arguments) == APR_SUCCESS) {
    const char *value = NULL;
    char letter = 0;
    options->errfn = NULL;
    options->interleave = size & 1;
    while (apr_getopt(options, "ab:c", &letter, &value) == APR_SUCCESS)
      if (letter == 'b' && strlen(value) > size) abort();
  }
  free(line);
  return end(pool);
}
