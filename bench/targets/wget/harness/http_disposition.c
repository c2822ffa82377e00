// parse_content_disposition: parameters with quotes, RFC 2231 continuations and percent encoding; the result is a file name.
#include "src/http.c"
#include "wget_input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  begin();
  char *header = text(data, size), *name = NULL;
  if (parse_content_disposition(header, &name) && strlen(name) > size) abort();
  xfree(name);
  free(header);
  return 0;
}
