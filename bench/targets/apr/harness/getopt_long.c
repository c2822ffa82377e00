// apr_getopt_long: the input is cut at NULs into up to four arguments.
#include "input.h"
#include <apr_getopt.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const apr_getopt_option_t known[] = {
      {"all", 'a', 0, "no value"}, {"back", 'b', 1, "with a value"}, {"allow", 256, 1, "only long"}, {NULL, 0, 0, NULL}};
  apr_pool_t *pool = begin();
  if (!pool) return 0;
  char *line = text(data, size);
  const char *arguments[6] = {"program"};
  int count = 1;
  for (size_t at = 0; at < size && count < 5; at += strlen(line + at) + 1) arguments[count++] = line + at;
  apr_getopt_t *options;
  if (apr_getopt_init(&options, pool, count, arguments) == APR_SUCCESS) {
    const char *value = NULL;
    int letter = 0;
    options->errfn = NULL;
    while (apr_getopt_long(options, known, &letter, &value) == APR_SUCCESS)
      if (letter != 'a' && strlen(value) > size) abort();
  }
  free(line);
  return end(pool);
}
