// get_urls_html_fm: tags, attributes, entities and comments of a page, and the links in them.
#include "wget_input.h"
#include "convert.h"
#include "html-url.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  begin();
  char *page = text(data, size);
  struct file_memory memory = {.content = page, .length = (long)size};
  bool nofollow = false;
  struct urlpos *links = get_urls_html_fm("page", &memory, "http://h/", &nofollow, NULL);
  free_urlpos(links);
  free(page);
  return 0;
}
