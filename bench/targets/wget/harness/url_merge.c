// uri_merge of a base and a link ("base NUL link"), and rewrite_shorthand_url of the link.
#include "wget_input.h"
#include "url.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  begin();
  char *base, *link;
  two_texts(data, size, &base, &link);
  char *merged = uri_merge(base, link), *whole = rewrite_shorthand_url(link);
  url_has_scheme(link);
  xfree(merged);
  xfree(whole);
  free(base);
  free(link);
  return 0;
}
