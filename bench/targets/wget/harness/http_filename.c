// parse_content_disposition behind "filename": what follows decides between the plain, the numbered and the encoded form.
#include "src/http.c"
#include "wget_input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  begin();
  char *header = malloc(size + 9), *name = NULL;
  if (!header) abort();
  memcpy(header, "filename", 8);
  if (size) memcpy(header + 8, data, size);
  header[size + 8] = 0;
  if (parse_content_disposition(header, &name) && !*name) (void)strlen(name);
  xfree(name);
  free(header);
  return 0;
}
