// map_html_tags alone, with every tag and attribute accepted and values trimmed: the tokeniser of html-parse.c.
#include "wget_input.h"
#include "html-parse.h"

static void count(struct taginfo *tag, void *context) { *(size_t *)context += strlen(tag->name) + (size_t)tag->nattrs; }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  begin();
  char *page = text(data, size);
  size_t total = 0;
  map_html_tags(page, (int)size, count, &total, MHT_TRIM_VALUES | (size & 1 ? MHT_STRICT_COMMENTS : 0), NULL, NULL);
  if (total > 2 * size) abort();
  free(page);
  return 0;
}
