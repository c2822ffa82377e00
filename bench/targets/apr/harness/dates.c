// A point in time as a broken-down date, as RFC 822 text and back. The input is eight bytes of microseconds, kept within years 0 to 9999.
#include "input.h"
#include <apr_time.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  apr_time_t moment, back;
  if (size < sizeof moment) return 0;
  memcpy(&moment, data, sizeof moment);
  if (moment < -62167219200000000 || moment > 253402300799999999) return 0;
  apr_time_exp_t parts;
  char *buffer = malloc(APR_RFC822_DATE_LEN);
  if (!buffer) abort();
  if (apr_time_exp_gmt(&parts, moment) == APR_SUCCESS) {
    if (parts.tm_mon < 0 || parts.tm_mon > 11) abort();
    if (apr_time_exp_gmt_get(&back, &parts) == APR_SUCCESS && back != moment) abort();
  }
  apr_rfc822_date(buffer, moment);
  free(buffer);
  return 0;
}
