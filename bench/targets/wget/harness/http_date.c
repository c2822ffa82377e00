// http_atotm: the three date formats of HTTP and those of cookies.
#include "wget_input.h"
#include "http.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  begin();
  char *date = text(data, size);
  http_atotm(date);
  free(date);
  return 0;
}
