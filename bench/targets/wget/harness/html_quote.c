// html_quote_string: the five characters that need quoting.
#include "wget_input.h"
#include "convert.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  begin();
  char *line = text(data, size), *quoted = html_quote_string(line);
  if (strlen(quoted) < strlen(line) || strpbrk(quoted, "<>\" ")) abort();
  xfree(quoted);
  free(line);
  return 0;
}
