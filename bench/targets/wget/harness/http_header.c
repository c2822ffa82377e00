// A response's head: split into headers, its status line, and headers looked up by name.
#include "src/http.c"
#include "wget_input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  begin();
  char *head = text(data, size), *message = NULL, value[8];
  struct response *response = resp_new(head);
  int status = resp_status(response, &message);
  if (status > 999) abort();
  xfree(message);
  if (resp_header_copy(response, "Ab", value, sizeof value) && strlen(value) >= sizeof value) abort();
  char *copy = resp_header_strdup(response, "C");
  xfree(copy);
  resp_free(&response);
  free(head);
  return 0;
}
