// url_escape and url_unescape: what is escaped must read back, and any text must unescape in place.
#include "wget_input.h"
#include "url.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  begin();
  char *line = text(data, size);
  char *escaped = url_escape_unsafe_and_reserved(line);
  url_unescape(escaped);
  if (strcmp(escaped, line) != 0) abort();
  xfree(escaped);
  url_unescape_except_reserved(line);
  free(line);
  return 0;
}
