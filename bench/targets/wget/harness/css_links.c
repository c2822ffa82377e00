// get_urls_css: the lexer for style sheets, and url(...) and @import in them.
#include "wget_input.h"
#include "convert.h"

#include "html-url.h"
#include "css-url.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  begin();
  char *sheet = text(data, size);
  struct map_context context = {.text = sheet, .parent_base = "http://h/", .document_file = "sheet"};
  get_urls_css(&context, 0, (int)size);
  free_urlpos(context.head);
  free(sheet);
  return 0;
}
