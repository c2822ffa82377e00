// parse_content_range: "bytes 0-9/100".
#include "src/http.c"
#include "wget_input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  begin();
  // More than 18 digits do not fit a 64-bit number; the overflow is known, so it is not looked for here.
  size_t digits = 0;
  for (size_t i = 0; i < size; i++) {
    digits = data[i] >= '0' && data[i] <= '9' ? digits + 1 : 0;
    if (digits > 18) return 0;
  }
  char *header = text(data, size);
  wgint first, last, whole;
  if (parse_content_range(header, &first, &last, &whole) && (last < first || (whole != -1 && whole <= last))) abort();
  free(header);
  return 0;
}
