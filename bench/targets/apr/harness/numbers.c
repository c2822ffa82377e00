// The number parsers: apr_strtoi64, apr_strtoff, apr_cstr_strtoi64 and apr_cstr_strtoui64. The first byte picks the base.
#include "input.h"
#include <apr_cstr.h>
#include <apr_strings.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 1) return 0;
  int base = data[0] % 36 + 1;
  if (base == 1) base = 0;
  char *digits = text(data + 1, size - 1), *stop = NULL;
  apr_off_t offset;
  apr_int64_t number;
  apr_uint64_t natural;
  apr_strtoi64(digits, &stop, base);
  if (stop && (stop < digits || stop > digits + size - 1)) abort();
  apr_strtoff(&offset, digits, &stop, base);
  apr_atoi64(digits);
  apr_cstr_strtoi64(&number, digits, -1000, 1000, 10);
  apr_cstr_strtoui64(&natural, digits, 0, 1000, 16);
  free(digits);
  return 0;
}
